import ts from 'typescript';
import { listGivenValues } from './list-given-values.ts';
import { HOLE } from './match-endpoint.ts';

/** How many names are resolved in a row. Enough for tests, and it terminates. */
const MAX_DEPTH = 3;

/** The values that an expression may have, as far as the source says. Unknown parts are `{}`. */
export function toPossibleTexts(node: ts.Expression, depth = 0): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return toTemplateTexts(node, depth);
  if (depth >= MAX_DEPTH) return [HOLE];
  if (ts.isIdentifier(node)) return toNamedTexts(node, depth + 1);
  if (ts.isCallExpression(node)) return toAnsweredTexts(node, depth + 1);
  return [HOLE];
}

/** The result of a function of the file whose body is a single expression, such as `(uuid) => \`/api/tag/${uuid}\``. */
function toAnsweredTexts({ expression: callee }: ts.CallExpression, depth: number): string[] {
  const [called] = ts.isIdentifier(callee) ? listGivenValues(callee) : [];
  if (!called || !ts.isArrowFunction(called) || ts.isBlock(called.body)) return [HOLE];
  return toPossibleTexts(called.body, depth);
}

function toTemplateTexts(node: ts.TemplateExpression, depth: number): string[] {
  return node.templateSpans.reduce<string[]>(
    (starts, span) => {
      const values = toPossibleTexts(span.expression, depth);
      return starts.flatMap((start) => values.map((value) => start + value + span.literal.text));
    },
    [node.head.text],
  );
}

function toNamedTexts(name: ts.Identifier, depth: number): string[] {
  const texts = listGivenValues(name).flatMap((value) => (value ? toPossibleTexts(value, depth) : [HOLE]));
  return texts.length > 0 ? [...new Set(texts)] : [HOLE];
}
