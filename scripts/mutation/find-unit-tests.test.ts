import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnitTests } from './find-unit-tests.ts';

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'find-unit-tests-'));
  const sources = {
    'apps/server/src/vex/plan.ts': "import { rank } from './rank.ts';",
    'apps/server/src/vex/plan.test.ts': "import { plan } from './plan.ts';",
    'apps/server/src/vex/rank.ts': '',
    'apps/server/src/vex/rank.test.ts': "import { rank } from './rank.ts';",
    'apps/server/src/vex/rank.db.test.ts': "import { rank } from './rank.ts';",
    'apps/server/src/vex/rank.published.test.ts': "import { rank } from './rank.ts';",
    'packages/cpe/src/cpe.ts': '',
    'packages/cpe/src/match.test.ts': '',
    'packages/cpe/src/uri/uri.test.ts': '',
  };
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});

afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['those in its folder that import it', 'apps/server/src/vex/plan.ts', ['plan.test.ts']],
  [
    'those that import it through other files',
    'apps/server/src/vex/rank.ts',
    ['plan.test.ts', 'rank.test.ts'],
  ],
  ['all of its package', 'packages/cpe/src/cpe.ts', ['match.test.ts', 'uri/uri.test.ts']],
])('the unit tests of a rule are %s', (_, rule, names) => {
  expect(findUnitTests(rule, root)).toEqual(names.map((name) => `${dirname(rule)}/${name}`));
});
