import ts from 'typescript';
import { lineOf, type SourceFile } from './source-files.ts';

interface Rule {
  readonly expected: string;
  readonly holds: (types: readonly string[]) => boolean;
  /** The last call of a query whose inferred type is correct. */
  readonly query?: RegExp;
}

const isAbsent = (type: string) => type === 'undefined' || type === 'null';
const isMany = (type: string) =>
  /\[\]$|^readonly |^\[|^(Readonly)?(Array|Map|Set)<|^(Async)?(Iterable|Generator|IterableIterator)<|^(Paged|KeysetRows|FindingPage|DistinctItems|Record)</.test(
    type,
  );
const isBoolean = (type: string) =>
  /^(boolean|true|false)$|^\w+ is |^(RawBuilder|Expression)<(SqlBool|boolean)>$/.test(type);

const returnsBoolean: Rule = { expected: 'returns a boolean', holds: (types) => types.every(isBoolean) };

/** The result type that the first word of a function's name implies (docs/STYLE.md). */
const RULES: Readonly<Record<string, Rule>> = {
  find: {
    expected: 'may return undefined',
    holds: (types) => types.some(isAbsent),
    query: /\.executeTakeFirst\(\)/,
  },
  get: {
    expected: 'never returns undefined',
    holds: (types) => !types.some(isAbsent),
    query: /\.executeTakeFirstOrThrow\(\)/,
  },
  list: { expected: 'returns many', holds: (types) => types.every(isMany), query: /\.execute\(\)/ },
  count: {
    expected: 'returns numbers',
    holds: (types) => types.every((type) => !/^(boolean|string|void|undefined|null)$/.test(type)),
  },
  is: returnsBoolean,
  has: returnsBoolean,
  may: returnsBoolean,
};

/** Exceptions by path and name, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'apps/web/src/features/portfolio/find-paths.ts findPaths': 'Returns the paths and whether there are more.',
  'apps/web/src/ui/format-number.ts countOf': 'Reads as a phrase in markup.',
  'apps/web/src/ui/search-params.ts listParam':
    'A parser of a search parameter, named like its siblings after the type.',
};

/** Returns the exported functions of a file whose declared result type violates the rule of their name. */
export function checkFunctionNames(file: SourceFile): string[] {
  return file.tree.statements
    .filter(ts.isFunctionDeclaration)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((declaration) => {
      const name = declaration.name?.text ?? '';
      const rule = RULES[/^([a-z]+)[A-Z]/.exec(name)?.[1] ?? ''];
      const violation = findUnexpected(
        rule && findViolation(declaration, rule, file),
        `${file.path} ${name}`,
      );
      const line = lineOf(file, declaration.getStart(file.tree));
      return violation ? [`${file.path}:${line}: ${name} ${violation}`] : [];
    });
}

/** Returns the exceptions for functions that do not exist any more. */
export function checkExceptions(
  files: readonly SourceFile[],
  exceptions = Object.keys(EXCEPTIONS),
): string[] {
  const texts = new Map(files.map(({ path, tree }) => [path, tree.text]));
  return exceptions
    .filter((place) => {
      const [path = '', name = ''] = place.split(' ');
      return !new RegExp(`function ${name}[<(]`).test(texts.get(path) ?? '');
    })
    .map((place) => `${place} does not exist; delete the exception`);
}

function findUnexpected(violation: string | undefined, place: string): string | undefined {
  if (!(place in EXCEPTIONS)) return violation;
  return violation ? undefined : 'needs no exception any more';
}

function findViolation(
  { type, body }: ts.FunctionDeclaration,
  { expected, holds, query }: Rule,
  file: SourceFile,
): string | undefined {
  if (!type) return query?.test(body?.getText() ?? '') ? undefined : `${expected}; declare what it returns`;
  const types = listTypes(type, file);
  return holds(types) ? undefined : `${expected}, but returns ${types.join(' | ')}`;
}

/** The members of the union type of a result, with promises awaited and type aliases of the file resolved. */
function listTypes(type: ts.TypeNode, file: SourceFile): string[] {
  if (ts.isParenthesizedTypeNode(type)) return listTypes(type.type, file);
  if (ts.isUnionTypeNode(type)) return type.types.flatMap((member) => listTypes(member, file));
  if (!ts.isTypeReferenceNode(type)) return [type.getText(file.tree)];
  const name = type.typeName.getText(file.tree);
  const [argument] = type.typeArguments ?? [];
  if (name === 'Promise' && argument) return listTypes(argument, file);
  const alias = file.tree.statements
    .filter(ts.isTypeAliasDeclaration)
    .find((node) => node.name.text === name);
  return alias ? listTypes(alias.type, file) : [type.getText(file.tree)];
}
