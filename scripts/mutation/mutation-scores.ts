/** The counts of mutants of a file or of all files. */
export interface MutantCounts {
  /** Detected by a test, or ended by a timeout. */
  readonly killed: number;
  readonly survived: number;
  /** In code that no test reaches. */
  readonly uncovered: number;
}

export interface MutationScores {
  readonly date: string;
  readonly files: Readonly<Record<string, MutantCounts>>;
}

/** The part of Stryker's report (schema 1) that is read here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

/** Mutants that do not compile, and those that a comment excludes, are ignored. */
export function toScores(report: MutationReport, date: string): MutationScores {
  const files = Object.entries(report.files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    date,
    files: Object.fromEntries(files.map(([path, { mutants }]) => [path, countMutants(mutants)])),
  };
}

function countMutants(mutants: readonly Mutant[]): MutantCounts {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  return { killed: count('Killed', 'Timeout'), survived: count('Survived'), uncovered: count('NoCoverage') };
}

/** Replaces the scores of the measured files, and leaves out files that no longer exist. */
export function mergeScores(
  known: MutationScores | undefined,
  measured: MutationScores,
  exists: (path: string) => boolean,
): MutationScores {
  const files = Object.entries({ ...known?.files, ...measured.files })
    .filter(([path]) => exists(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { date: measured.date, files: Object.fromEntries(files) };
}

/** The percentage of killed mutants; 100 if there are none. */
export function toPercent({ killed, survived, uncovered }: MutantCounts): number {
  const all = killed + survived + uncovered;
  return all === 0 ? 100 : (100 * killed) / all;
}

export function sumCounts(scores: MutationScores): MutantCounts {
  return Object.values(scores.files).reduce(
    (sum, { killed, survived, uncovered }) => ({
      killed: sum.killed + killed,
      survived: sum.survived + survived,
      uncovered: sum.uncovered + uncovered,
    }),
    { killed: 0, survived: 0, uncovered: 0 },
  );
}

export function toOverallScore(scores: MutationScores): string {
  const sum = sumCounts(scores);
  const all = sum.killed + sum.survived + sum.uncovered;
  return `${toPercent(sum).toFixed(1)} % (${sum.killed} of ${all} mutants, ${scores.date})`;
}
