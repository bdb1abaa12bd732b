/** Prints figures about the code: sizes, import cycles, duplicate names, tests, mutation score. `npm run figures`. */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import {
  isProduct,
  isTest,
  isWritten,
  listRepositoryFiles,
  parseFile,
  type SourceFile,
} from './checks/source-files.ts';
import { listCycles } from './figures/list-cycles.ts';
import { measureFiles, measureFunctions, type Sized, toPercentiles } from './figures/measure-sizes.ts';
import { type MutationScores, toOverallScore } from './mutation/mutation-scores.ts';

const SCORES = new URL('mutation/scores.json', import.meta.url);

const paths = listRepositoryFiles().filter(isWritten);
const product = paths.filter(isProduct).map(parseFile);
const tests = paths.filter(isTest).map(parseFile);
const web = product.filter(({ path }) => path.startsWith('apps/web/'));
const server = product.filter((file) => !web.includes(file));

console.log(
  `Functions, lines: ${toText(measureFunctions(server))}; web interface: ${toText(measureFunctions(web))}`,
);
console.log(`Files, lines: ${toText(measureFiles(server))}; web interface: ${toText(measureFiles(web))}`);
console.log(`Import cycles: ${listCycles(toGraph(product)).length}`);
const duplicates = listDuplicates(product);
console.log(
  `Duplicate file names within a package: ${duplicates.length}${duplicates.map((name) => `\n  ${name}`).join('')}`,
);
const [testLines, productLines] = [sumLines(tests), sumLines(product)];
console.log(
  `Lines of tests to lines of code: ${(testLines / productLines).toFixed(2)} (${testLines} to ${productLines})`,
);
console.log(`Mutation score: ${existsSync(SCORES) ? toOverallScore(readScores()) : 'not measured'}`);

function toText(sized: readonly Sized[]): string {
  const { p50, p90, p99, max } = toPercentiles(sized);
  return `p50 ${p50}, p90 ${p90}, p99 ${p99}, max ${max} (of ${sized.length})`;
}

/** Relative imports, types included; packages cannot import the apps. */
function toGraph(files: readonly SourceFile[]): Map<string, string[]> {
  return new Map(
    files.map(({ path, tree }) => [
      path,
      tree.statements
        .filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
        .map(({ moduleSpecifier }) =>
          moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '',
        )
        .filter((target) => target.startsWith('.'))
        .map((target) => posix.join(posix.dirname(path), target)),
    ]),
  );
}

function listDuplicates(files: readonly SourceFile[]): string[] {
  const byName = Map.groupBy(
    files,
    ({ path }) => `${path.split('/').slice(0, 2).join('/')} ${posix.basename(path)}`,
  );
  return [...byName]
    .filter(([, same]) => same.length > 1)
    .map(([, same]) => same.map(({ path }) => path).join(', '));
}

function sumLines(files: readonly SourceFile[]): number {
  return measureFiles(files).reduce((sum, { lines }) => sum + lines, 0);
}

function readScores(): MutationScores {
  return JSON.parse(readFileSync(SCORES, 'utf8'));
}
