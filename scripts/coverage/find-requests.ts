import ts from 'typescript';
import { findFollowedLocations } from './find-followed-locations.ts';
import { collect } from './list-given-values.ts';
import { HOLE, type Request } from './match-endpoint.ts';
import { toPossibleTexts } from './to-possible-texts.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

type Text = ts.StringLiteralLike | ts.TemplateExpression;

/**
 * The requests in the source of a test: a method beside a path, in a call or in a row of a table, such as
 * `asAdmin('PUT', '/api/v1/project')`; paths without a method, such as `fetch('/metrics')`; and Locations.
 */
export function findRequests(source: string): Request[] {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true);
  const lists = [
    ...collect(file, ts.isCallExpression).map((call) => call.arguments),
    ...collect(file, ts.isArrayLiteralExpression).map((array) => array.elements),
  ];
  const alone = collect(file, isText).filter((text) => !methodsBefore(text) && !isExpectationOrTitle(text));
  return [
    ...lists.flatMap(requestsIn),
    ...findFollowedLocations(file, (call) => requestsIn(call.arguments)),
    ...alone.flatMap((text) => toPaths(text).map((path) => ({ method: methodOfCall(text.parent), path }))),
  ];
}

function isText(node: ts.Node): node is Text {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function requestsIn(list: readonly ts.Expression[]): Request[] {
  return list.slice(1).flatMap((expression, i) => {
    const before = list[i] as ts.Expression;
    // Only literals in the rows of a table determine which method belongs to which path.
    if (!isText(before) && !isText(expression)) return [];
    const methods = toMethods(before);
    return methods ? toPaths(expression).flatMap((path) => methods.map((method) => ({ method, path }))) : [];
  });
}

function toMethods(expression: ts.Expression): string[] | undefined {
  const texts = toPossibleTexts(expression);
  return texts.every((text) => METHODS.includes(text)) ? texts : undefined;
}

/** Removes the host in front of the path. */
function toPaths(expression: ts.Expression): string[] {
  return toPossibleTexts(expression)
    .map((text) => (text.startsWith(`${HOLE}/`) ? text.slice(HOLE.length) : text))
    .filter((text) => text.startsWith('/'));
}

function methodsBefore(text: Text): string[] | undefined {
  const { parent } = text;
  const list = ts.isCallExpression(parent) ? parent.arguments : undefined;
  const siblings = list ?? (ts.isArrayLiteralExpression(parent) ? parent.elements : undefined);
  const before = siblings?.[siblings.indexOf(text) - 1];
  return before && toMethods(before);
}

/** `expect(…).toBe('/…')` and `it('/…')` name a path without calling it. */
function isExpectationOrTitle({ parent }: Text): boolean {
  if (!ts.isCallExpression(parent)) return false;
  const { expression: callee } = parent;
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text);
  return ts.isPropertyAccessExpression(callee) && callee.name.text.startsWith('to');
}

/** The method is in the options of `fetch`, or inside a function of the test. */
function methodOfCall(call: ts.Node): string | undefined {
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return undefined;
  const name = call.expression.text;
  if (name === 'fetch') return methodsIn(call)[0] ?? 'GET';
  const methods = collect(call.getSourceFile(), isNamed(name)).flatMap(methodsIn);
  return new Set(methods).size === 1 ? methods[0] : undefined;
}

const isNamed =
  (name: string) =>
  (node: ts.Node): node is ts.FunctionDeclaration | ts.VariableDeclaration =>
    (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name?.getText() === name;

function methodsIn(node: ts.Node): string[] {
  return collect(node, ts.isStringLiteralLike).flatMap(({ text }) => (METHODS.includes(text) ? [text] : []));
}
