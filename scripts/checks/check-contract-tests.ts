import { posix } from 'node:path';
import ts from 'typescript';
import { lineOf, type SourceFile, walk } from './source-files.ts';

const SOURCE = 'apps/server/src/';
const SUPPORT = 'apps/server/test/support/';
const ADVICE = 'Use HTTP, or move the test to a *.test.ts or *.db.test.ts beside its module.';

/** These create databases for a service, or to migrate from. They do not give access to the data of the service. */
const ALLOWED = new Set(
  ['test-service.ts', 'test-template.ts', 'source-database.ts'].map((name) => SUPPORT + name),
);

/** Whether the rule concerns a file: contract tests and helpers that they may import. */
export function isOfContractTests(path: string): boolean {
  return /^apps\/server\/test\/(contract|support)\/[^/]+\.ts$/.test(path);
}

/**
 * Contract tests use HTTP only: neither code of the service, its context and its database, nor helpers that use its
 * context or database. Returns a line for each violation.
 */
export function checkContractTests(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return files
    .filter(({ path }) => path.startsWith('apps/server/test/contract/'))
    .flatMap((file) => [
      ...listUses(file),
      ...listSourceImports(file),
      ...listImports(file)
        .filter(({ target }) => usesInside(target, byPath))
        .map(
          ({ line, target }) => `${file.path}:${line}: ${target} uses the inside of the service. ${ADVICE}`,
        ),
    ]);
}

function usesInside(path: string, files: ReadonlyMap<string, SourceFile>, seen = new Set<string>()): boolean {
  const file = files.get(path);
  if (!file || ALLOWED.has(path) || seen.has(path)) return false;
  seen.add(path);
  return listUses(file).length > 0 || listImports(file).some(({ target }) => usesInside(target, files, seen));
}

/** Lines where a file itself uses the database or the context of the service. */
function listUses(file: SourceFile): string[] {
  return [...walk(file.tree)]
    .map((node) => ({ node, use: findUse(node) }))
    .filter(({ use }) => use !== undefined)
    .map(
      ({ node, use }) =>
        `${file.path}:${lineOf(file, node.getStart())}: uses the inside of the service (${use}). ${ADVICE}`,
    );
}

const INSIDE = new Set(['db', 'context']);

function findUse(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && INSIDE.has(node.name.text)) return node.getText();
  if (ts.isBindingElement(node)) {
    const name = (node.propertyName ?? node.name).getText();
    return INSIDE.has(name) ? name : undefined;
  }
  if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) return findDatabaseModule(node);
  return undefined;
}

function findDatabaseModule({ moduleSpecifier }: ts.ImportDeclaration): string | undefined {
  const name = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
  return /^(kysely|pg)$|\/src\/platform\/db\//.test(name) ? name : undefined;
}

/** Lines that import code of the service. Those of its database are listed as uses. */
function listSourceImports(file: SourceFile): string[] {
  return listValueImports(file)
    .filter(({ target }) => target.startsWith(SOURCE) && !target.startsWith(`${SOURCE}platform/db/`))
    .map(({ line, target }) => `${file.path}:${line}: imports ${target}. ${ADVICE}`);
}

/** Helpers that a file imports. */
function listImports(file: SourceFile): ValueImport[] {
  return listValueImports(file).filter(({ target }) => target.startsWith(SUPPORT));
}

interface ValueImport {
  readonly line: number;
  readonly target: string;
}

/** Imports of a file, types excluded. */
function listValueImports(file: SourceFile): ValueImport[] {
  return file.tree.statements
    .filter(ts.isImportDeclaration)
    .filter(({ importClause }) => !importClause?.isTypeOnly)
    .map((node) => ({
      line: lineOf(file, node.getStart()),
      target: posix.join(posix.dirname(file.path), (node.moduleSpecifier as ts.StringLiteral).text),
    }));
}
