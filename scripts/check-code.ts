/** Checks rules that compiler and linter do not check: owners of tables, names of functions, sizes, contract tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES } from '../.dependency-cruiser.mjs';
import { checkContractTests, isOfContractTests } from './checks/check-contract-tests.ts';
import { checkExceptions, checkFunctionNames } from './checks/check-function-names.ts';
import { BUDGETS, checkSizes } from './checks/check-sizes.ts';
import {
  checkOwners,
  checkTableOwnership,
  listCreatedTables,
  type OwnershipRules,
} from './checks/check-table-ownership.ts';
import { listTableUses } from './checks/list-table-uses.ts';
import { isProduct, listRepositoryFiles, parseFile, type SourceFile } from './checks/source-files.ts';
import { measureFiles, measureFunctions } from './figures/measure-sizes.ts';

const server = join(import.meta.dirname, '..', 'apps', 'server');

const paths = listRepositoryFiles();
const files = paths.filter(isProduct).map(parseFile);
const sections = {
  'Owners of tables (apps/server/table-owners.json)': checkTables(),
  'Names of functions (docs/STYLE.md)': [...files.flatMap(checkFunctionNames), ...checkExceptions(files)],
  'Sizes (scripts/checks/check-sizes.ts)': checkAllSizes(),
  'Contract tests (apps/server/test/contract)': checkContractTests(
    paths.filter(isOfContractTests).map(parseFile),
  ),
};
for (const [title, violations] of Object.entries(sections)) {
  if (violations.length > 0) console.log(`${title}:\n${violations.map((line) => `  ${line}`).join('\n')}`);
}
process.exitCode = Object.values(sections).every((violations) => violations.length === 0) ? 0 : 1;

function checkTables(): string[] {
  const migrations = join(server, 'migrations');
  const tables = listCreatedTables(
    readdirSync(migrations)
      .sort()
      .map((name) => readFileSync(join(migrations, name), 'utf8')),
  );
  const rules: OwnershipRules = {
    ...JSON.parse(readFileSync(join(server, 'table-owners.json'), 'utf8')),
    imports: MODULES,
  };
  const uses = files.filter(hasSql).map((file) => ({ path: file.path, uses: listTableUses(file) }));
  return [...checkOwners(tables, rules.owners), ...checkTableOwnership(uses, rules)];
}

/** The import rules allow SQL nowhere else. */
function hasSql({ path }: SourceFile): boolean {
  return /^apps\/server\/src\/(platform\/|modules\/.*-(store|access)\.ts$)/.test(path);
}

function checkAllSizes(): string[] {
  const isWeb = ({ path }: SourceFile) => path.startsWith('apps/web/');
  return (['web', 'server'] as const).flatMap((part) => {
    const measured = files.filter((file) => isWeb(file) === (part === 'web'));
    const { functions, files: ofFiles } = BUDGETS[part];
    return [
      ...checkSizes('functions', measureFunctions(measured), functions),
      ...checkSizes('files', measureFiles(measured), ofFiles),
    ];
  });
}
