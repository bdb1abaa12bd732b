import ts from 'typescript';
import { collect, listGivenValues } from './list-given-values.ts';
import { HOLE, type Request } from './match-endpoint.ts';

/**
 * Requests that use the Location of an earlier response: after `const made = await asAdmin('POST', '/x')`
 * and `asAdmin('GET', made.headers.get('location'))`, that is `GET /x/{}`.
 */
export function findFollowedLocations(
  file: ts.SourceFile,
  requestsIn: (call: ts.CallExpression) => readonly Request[],
): Request[] {
  return collect(file, ts.isCallExpression)
    .filter(isFollowed)
    .flatMap(listAnswered)
    .flatMap((call) => requestsIn(call))
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => ({ method: 'GET', path: `${path}/${HOLE}` }));
}

/** `….headers.get('location')` as an argument of a function other than an assertion. */
function isFollowed(call: ts.CallExpression): boolean {
  if (!/\.headers\.get\('location'\)$/i.test(call.getText())) return false;
  const given = ts.isBinaryExpression(call.parent) ? call.parent : call;
  return ts.isCallExpression(given.parent) && given.parent.expression.getText() !== 'expect';
}

/** The calls whose response has the Location. */
function listAnswered(call: ts.CallExpression): ts.CallExpression[] {
  const [answer] = collect(call.expression, ts.isIdentifier);
  return (answer ? listGivenValues(answer) : []).flatMap((value) =>
    value ? collect(value, ts.isCallExpression) : [],
  );
}
