import { globSync, readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const namesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => parse(file).name);

test('every committed statement has a query plan, and every plan a statement', () => {
  const statements = globSync('apps/server/src/modules/**/sql/*.sql', { cwd: root });
  expect(namesIn('bench/plans').sort()).toEqual(statements.map((path) => parse(path).name).sort());
});
