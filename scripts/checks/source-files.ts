import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');

/** A TypeScript file of the repository; paths are relative to the root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** All tracked files and untracked files that are not ignored, so that a check sees the content of the next commit. */
export function listRepositoryFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const deleted = new Set(runGit(['ls-files', '--deleted']));
  return runGit(args).filter((path) => !deleted.has(path));
}

function runGit(args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((line) => line !== '');
}

/** Whether a path is TypeScript that is not generated. */
export function isWritten(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.generated\.|\/generated\/|\.d\.ts$/.test(path);
}

/** Whether a path is a test or a helper of tests. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)test\/|^e2e\//.test(path);
}

/** Whether a path is product code: not a test, a script or a benchmark. */
export function isProduct(path: string): boolean {
  return /^(apps|packages)\/[^/]+\/(src|build)\//.test(path) && isWritten(path) && !isTest(path);
}

export function parseFile(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  return parseText(path, text);
}

export function parseText(path: string, text: string): SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) };
}

export function lineOf(file: SourceFile, position: number): number {
  return file.tree.getLineAndCharacterOfPosition(position).line + 1;
}

/** Every node of a file, parents before children. */
export function* walk(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* walk(child);
}
