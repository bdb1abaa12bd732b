import ts from 'typescript';
import { scanSql, type TableUse } from './scan-sql.ts';
import { lineOf, type SourceFile, walk } from './source-files.ts';

export interface PlacedTableUse extends TableUse {
  readonly line: number;
}

const BUILDER_WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const BUILDER_READS = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'using',
]);
const COPIES = new Set(['copyRows', 'copyLines', 'copyBinaryRows']);
const LOOKS_LIKE_SQL =
  /\b(insert into|delete from|copy [a-z_]+|create temp|update [a-z_]+ set|select\b[\s\S]*\bfrom)\b/i;

/** Placeholder for a table whose name is computed at run time. */
const COMPUTED = 'computed_table_name';

/**
 * Lists the uses of tables in a file with SQL: in `sql` templates, in strings that look like SQL, and in calls of the
 * query builder. A computed name may be any value that the file assigns to something called `table`.
 */
export function listTableUses(file: SourceFile): PlacedTableUse[] {
  const nodes = [...walk(file.tree)];
  const place = (node: ts.Node) => lineOf(file, node.getStart(file.tree));
  const uses = nodes.flatMap((node) => listOf(node).map((use) => ({ ...use, line: place(node) })));
  const computed = uses.filter(({ table }) => table === COMPUTED).map(({ access }) => access);
  if (computed.length === 0) return uses;
  const access = computed.includes('write') ? 'write' : 'read';
  const names = nodes.filter((node) => ts.isStringLiteral(node)).filter(isPossibleName);
  return [...uses, ...names.map((node) => ({ table: node.text, access, line: place(node) }) as const)];
}

/** Whether a literal is assigned to something called `table`, or is part of its type. */
function isPossibleName(literal: ts.Node): boolean {
  const { parent } = literal;
  if (ts.isLiteralTypeNode(parent) || ts.isUnionTypeNode(parent)) return isPossibleName(parent);
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isParameter(parent)) {
    return parent.name.getText() === 'table';
  }
  return false;
}

function listOf(node: ts.Node): TableUse[] {
  if (ts.isTaggedTemplateExpression(node)) return isSqlTag(node.tag) ? scanSql(toText(node.template)) : [];
  if (ts.isCallExpression(node)) return listOfCall(node);
  if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
    if (ts.isTaggedTemplateExpression(node.parent)) return [];
    const text = toText(node);
    return LOOKS_LIKE_SQL.test(text) ? scanSql(text) : [];
  }
  return [];
}

function isSqlTag(tag: ts.Expression): boolean {
  return ts.isIdentifier(tag) && tag.text === 'sql';
}

/** The text of a template with parameters in place of its expressions. */
function toText(template: ts.Node): string {
  if (ts.isStringLiteralLike(template)) return template.text;
  if (!ts.isTemplateExpression(template)) return '';
  const rest = template.templateSpans.map(
    ({ expression, literal }) => ` ${toName(expression)} ${literal.text}`,
  );
  return [template.head.text, ...rest].join('');
}

/** The name for `sql.table(…)`, a parameter for other expressions. */
function toName(expression: ts.Expression): string {
  return ts.isCallExpression(expression) && isSqlTable(expression) ? nameOf(expression.arguments[0]) : '$';
}

function nameOf(argument: ts.Expression | undefined): string {
  return argument && ts.isStringLiteralLike(argument) ? argument.text : COMPUTED;
}

function listOfCall(call: ts.CallExpression): TableUse[] {
  const name = calledName(call.expression);
  if (name === undefined) return [];
  if (COPIES.has(name)) return namesOf(call.arguments[1], 'write');
  if (BUILDER_WRITES.has(name)) return namesOf(call.arguments[0], 'write');
  if (BUILDER_READS.has(name)) return namesOf(call.arguments[0], 'read');
  // Inside a template the position determines the access; elsewhere it is unknown.
  const isInTemplate = ts.isTemplateSpan(call.parent);
  return isSqlTable(call) && !isInTemplate ? [{ table: nameOf(call.arguments[0]), access: 'write' }] : [];
}

function calledName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** `'project as p'` names the table `project`. */
function namesOf(argument: ts.Expression | undefined, access: TableUse['access']): TableUse[] {
  if (!argument) return [];
  if (ts.isArrayLiteralExpression(argument))
    return argument.elements.flatMap((item) => namesOf(item, access));
  if (ts.isFunctionLike(argument)) return [];
  return [{ table: nameOf(argument).split(' ')[0] as string, access }];
}

function isSqlTable(call: ts.CallExpression): boolean {
  const { expression } = call;
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'table' &&
    isSqlTag(expression.expression)
  );
}
