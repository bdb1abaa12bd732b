import ts from 'typescript';
import { collect, rowsOf } from './list-given-values.ts';

/** The titles of the tests in a source as written, and the strings of their tables. */
export function listTestTitles(source: string): string[] {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true);
  const calls = collect(file, ts.isCallExpression).filter((call) => isTestFunction(call.expression));
  return calls.flatMap(({ expression, arguments: [title] }) => [
    ...(title && ts.isStringLiteralLike(title) ? [title.text] : []),
    ...tableTexts(expression),
  ]);
}

/** `it`, `test.each([…])`, `describe.skipIf(…)` and similar. */
function isTestFunction(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return ['it', 'test', 'describe'].includes(node.text);
  return (
    (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) && isTestFunction(node.expression)
  );
}

function tableTexts(callee: ts.Expression): string[] {
  if (!ts.isCallExpression(callee)) return [];
  const rows = callee.arguments.flatMap((table) => rowsOf(table)).filter((row) => row !== undefined);
  return rows.flatMap((row) => collect(row, ts.isStringLiteralLike)).map(({ text }) => text);
}
