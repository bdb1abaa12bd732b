import { expect, test } from 'vitest';
import { listImportedParts, takeParts } from './list-imported-parts.ts';

test('the parts that a test takes from files that support tests', () => {
  const source = "import { x } from '../other/x.ts';\nimport { a, type B } from '../support/parts.ts';";
  expect(listImportedParts('apps/test/contract/some.test.ts', source)).toEqual([
    { file: 'apps/test/support/parts.ts', names: ['a', 'B'] },
  ]);
});

test('a part comes with what it uses of its file, and with nothing else', () => {
  const source = [
    "const path = '/api';",
    'function get() { return ask(path); }',
    'export function other() { return 1; }',
    'export const list = () => get();',
  ].join('\n');
  const taken = takeParts(source, ['list']);
  expect(taken.split('\n').map((line) => line.split(/[ (]/)[1])).toEqual(['path', 'get', 'const']);
});
