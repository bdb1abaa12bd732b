import { expect, test } from 'vitest';
import { checkContractTests, isOfContractTests } from './check-contract-tests.ts';
import { parseText } from './source-files.ts';

const CONTRACT = 'apps/server/test/contract/a.test.ts';
const SUPPORT = 'apps/server/test/support';

const check = (text: string, helpers: Record<string, string> = {}) =>
  checkContractTests([
    parseText(CONTRACT, text),
    ...Object.entries(helpers).map(([name, content]) => parseText(`${SUPPORT}/${name}`, content)),
  ]);

test.each([
  ['await service.db.selectFrom("project").execute();', 'service.db'],
  ['const { db, baseUrl } = service;', 'db'],
  ['const stats = await service.context.jobs.stats();', 'service.context'],
  ['const untilIdle = ({ context }: TestService) => context;', 'context'],
  ["import { sql } from 'kysely';", 'kysely'],
  ["import { inTransaction } from '../../src/platform/db/database.ts';", 'platform/db/database.ts'],
])('reports %s', (text, use) => {
  const [line, ...others] = check(text);
  expect(line).toContain(`${CONTRACT}:1: uses the inside of the service (`);
  expect(line).toContain(use);
  expect(line).toContain('Use HTTP, or move the test to a *.test.ts or *.db.test.ts beside its module.');
  expect(others).toEqual([]);
});

test('reports imports of code of the service', () => {
  expect(check("import { signIn } from '../../src/modules/auth/sign-in.ts';")).toEqual([
    expect.stringContaining(`${CONTRACT}:1: imports apps/server/src/modules/auth/sign-in.ts.`),
  ]);
});

test('reports helpers that use the database, directly or through another helper', () => {
  const text = "import { seed } from '../support/direct.ts';\nimport { more } from '../support/indirect.ts';";
  const helpers = {
    'direct.ts': 'export const seed = (service) => service.db.insertInto("project");',
    'indirect.ts': "import { seed } from './direct.ts';\nexport const more = seed;",
  };
  expect(check(text, helpers)).toEqual([
    expect.stringContaining(`${CONTRACT}:1: ${SUPPORT}/direct.ts uses the inside of the service.`),
    expect.stringContaining(`${CONTRACT}:2: ${SUPPORT}/indirect.ts uses the inside of the service.`),
  ]);
});

test.each([
  ["import type { Db } from '../../src/platform/db/database.ts';", {}],
  [
    "import { startTestService } from '../support/test-service.ts';",
    { 'test-service.ts': 'use(database.db);' },
  ],
  ["import type { Seeded } from '../support/seed.ts';", { 'seed.ts': 'export const rows = service.db;' }],
  ['const { body } = await service.asAdmin("GET", "/api/v1/project");', {}],
])('allows %s', (text, helpers) => {
  expect(check(text, helpers as Record<string, string>)).toEqual([]);
});

test('checks contract tests and their helpers only', () => {
  expect([CONTRACT, `${SUPPORT}/a.ts`].every(isOfContractTests)).toBe(true);
  expect(isOfContractTests('apps/server/src/modules/vex/vex-laws.db.test.ts')).toBe(false);
});
