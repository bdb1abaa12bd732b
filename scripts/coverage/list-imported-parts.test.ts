import { expect, test } from 'vitest';
import { listImportedParts, takeParts } from './list-imported-parts.ts';

test('lists the names that a test imports from helper files', () => {
  const source = "import { x } from '../other/x.ts';\nimport { a, type B } from '../support/parts.ts';";
  expect(listImportedParts('apps/test/contract/some.test.ts', source)).toEqual([
    { file: 'apps/test/support/parts.ts', names: ['a', 'B'] },
  ]);
});

test('a declaration includes only the parts of its file that it uses', () => {
  const source = [
    "const path = '/api';",
    'function get() { return ask(path); }',
    'export function other() { return 1; }',
    'export const list = () => get();',
  ].join('\n');
  const taken = takeParts(source, ['list']);
  expect(taken.split('\n').map((line) => line.split(/[ (]/)[1])).toEqual(['path', 'get', 'const']);
});
