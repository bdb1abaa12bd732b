import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const namesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => parse(file).name);

test('every committed statement of the finding lists has a query plan, and every plan a statement', () => {
  expect(namesIn('bench/plans')).toEqual(namesIn('apps/server/src/modules/findings/lists/sql'));
});
