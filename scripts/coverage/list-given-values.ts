import ts from 'typescript';

/** `undefined` is a value that the source does not determine. */
type Values = readonly (ts.Expression | undefined)[];

/** The values that a name can have: from a declaration, a loop, a table of tests or calls. */
export function listGivenValues(name: ts.Identifier): Values {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    const values = valuesIn(scope, name.text);
    if (values) return values;
  }
  return [];
}

/** Returns undefined if the scope does not declare the name. */
function valuesIn(scope: ts.Node, name: string): Values | undefined {
  if (ts.isForOfStatement(scope)) return valuesOfLoop(scope, name);
  if (ts.isBlock(scope) || ts.isSourceFile(scope)) return valuesOfVariable(scope, name);
  if (ts.isArrowFunction(scope) || ts.isFunctionDeclaration(scope)) return valuesOfParameter(scope, name);
  return undefined;
}

function valuesOfLoop({ initializer, expression }: ts.ForOfStatement, name: string): Values | undefined {
  const isDeclaredHere =
    ts.isVariableDeclarationList(initializer) && initializer.declarations[0]?.name.getText() === name;
  return isDeclaredHere ? rowsOf(expression) : undefined;
}

function valuesOfVariable(block: ts.Block | ts.SourceFile, name: string): Values | undefined {
  const declaration = block.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((candidate) => candidate.name.getText() === name);
  if (!declaration) return undefined;
  return declaration.initializer ? [declaration.initializer] : listAssigned(block, name);
}

function listAssigned(block: ts.Node, name: string): ts.Expression[] {
  return collect(block, ts.isBinaryExpression)
    .filter(({ operatorToken, left }) => operatorToken.getText() === '=' && left.getText() === name)
    .map(({ right }) => right);
}

function valuesOfParameter(
  owner: ts.ArrowFunction | ts.FunctionDeclaration,
  name: string,
): Values | undefined {
  const index = owner.parameters.findIndex((parameter) => declares(parameter, name));
  const parameter = owner.parameters[index];
  if (!parameter) return undefined;
  const table = findTable(owner);
  if (table) return rowsOf(table).map((row) => row && cellOf(row, index, name));
  return listCalls(owner).map((call) => call.arguments[index] ?? parameter.initializer);
}

function declares({ name: declared }: ts.ParameterDeclaration, name: string): boolean {
  if (!ts.isObjectBindingPattern(declared)) return declared.getText() === name;
  return declared.elements.some((element) => element.getText() === name);
}

/** The table in `it.each(table)(title, test)`. */
function findTable({ parent }: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(parent) || !ts.isCallExpression(parent.expression)) return undefined;
  const { expression: callee, arguments: given } = parent.expression;
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 'each' ? given[0] : undefined;
}

/** The elements of an array literal. */
export function rowsOf(list: ts.Expression): Values {
  if (ts.isArrayLiteralExpression(list)) return list.elements;
  if (ts.isAsExpression(list)) return rowsOf(list.expression);
  const [value] = ts.isIdentifier(list) ? listGivenValues(list) : [];
  return value ? rowsOf(value) : [];
}

function cellOf(row: ts.Expression, index: number, name: string): ts.Expression | undefined {
  if (ts.isArrayLiteralExpression(row)) return row.elements[index];
  if (!ts.isObjectLiteralExpression(row)) return index === 0 ? row : undefined;
  const members = row.properties.filter(ts.isPropertyAssignment);
  return members.find((member) => member.name.getText() === name)?.initializer;
}

/** The calls of a function in the file that declares it. */
function listCalls(owner: ts.ArrowFunction | ts.FunctionDeclaration): ts.CallExpression[] {
  const name = ts.isVariableDeclaration(owner.parent) ? owner.parent.name : owner.name;
  if (!name) return [];
  return collect(owner.getSourceFile(), ts.isCallExpression).filter(
    ({ expression }) => ts.isIdentifier(expression) && expression.text === name.getText(),
  );
}

/** Every node of a kind, in the order of the source. */
export function collect<N extends ts.Node>(root: ts.Node, isWanted: (node: ts.Node) => node is N): N[] {
  const found: N[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
