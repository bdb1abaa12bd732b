import { join } from 'node:path/posix';
import ts from 'typescript';
import { collect } from './list-given-values.ts';

/** The names that a test imports from a helper file. */
interface ImportedPart {
  readonly file: string;
  readonly names: readonly string[];
}

/** The imports from `…/support/…` in a test, with paths relative to the same folder as the path of the test. */
export function listImportedParts(test: string, source: string): ImportedPart[] {
  const parsed = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true);
  return parsed.statements.filter(ts.isImportDeclaration).flatMap((declaration) => {
    const { text } = declaration.moduleSpecifier as ts.StringLiteral;
    const names = collect(declaration, ts.isImportSpecifier).map(({ name }) => name.text);
    return text.includes('/support/') ? [{ file: join(test, '..', text), names }] : [];
  });
}

/** The statements that declare these names, and everything they use in the same file, as one source text. */
export function takeParts(source: string, names: readonly string[]): string {
  const parsed = ts.createSourceFile('support.ts', source, ts.ScriptTarget.Latest, true);
  const wanted = new Set(names);
  const taken = new Set<ts.Statement>();
  for (let before = -1; before < taken.size; ) {
    before = taken.size;
    for (const statement of parsed.statements.filter((one) => declaresAny(one, wanted))) {
      taken.add(statement);
      for (const { text } of collect(statement, ts.isIdentifier)) wanted.add(text);
    }
  }
  return parsed.statements
    .filter((statement) => taken.has(statement))
    .map((statement) => statement.getText())
    .join('\n');
}

function declaresAny(statement: ts.Statement, names: ReadonlySet<string>): boolean {
  if (ts.isFunctionDeclaration(statement)) return names.has(statement.name?.text ?? '');
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(({ name }) => names.has(name.getText()));
}
