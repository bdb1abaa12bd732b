import ts from 'typescript';
import { lineOf, type SourceFile, walk } from '../checks/source-files.ts';

export interface Sized {
  /** A path, or a path with the line at which a function starts. */
  readonly place: string;
  readonly lines: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export function measureFiles(files: readonly SourceFile[]): Sized[] {
  return files.map(({ path, text }) => ({ place: path, lines: countLines(text) }));
}

/**
 * Every function with a body. Nested functions count separately and within the outer ones. Preceding comments do not
 * count.
 */
export function measureFunctions(files: readonly SourceFile[]): Sized[] {
  return files.flatMap((file) =>
    [...walk(file.tree)].filter(isFunctionWithBody).map((node) => {
      const start = lineOf(file, node.getStart(file.tree));
      return { place: `${file.path}:${start}`, lines: lineOf(file, node.getEnd()) - start + 1 };
    }),
  );
}

function isFunctionWithBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The nearest-rank percentile: each value occurs in the data. */
export function toPercentiles(sized: readonly Sized[]): Percentiles {
  const lines = sized.map((item) => item.lines).toSorted((a, b) => a - b);
  const at = (share: number) => lines[Math.max(0, Math.ceil(share * lines.length) - 1)] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
