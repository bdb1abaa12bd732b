import { parse } from 'yaml';

/** A test by its file and by words of its title. */
export interface TestReference {
  readonly file: string;
  readonly title: string;
}

/** A row of a table or a rule, in words that identify it, with the tests that cover it. */
export interface Row {
  readonly text: string;
  readonly tests: readonly TestReference[];
  /** What of the row is missing, or not covered by a test. */
  readonly missing?: string;
}

export interface RowSection {
  readonly title: string;
  readonly rows: readonly Row[];
}

export type RowStatus = 'kept' | 'partly' | 'not yet';

export function toStatus({ tests, missing }: Row): RowStatus {
  if (tests.length === 0) return 'not yet';
  return missing ? 'partly' : 'kept';
}

type WrittenTests = 'not yet' | readonly string[];
type WrittenRow = string | { readonly row: string; readonly tests?: WrittenTests; readonly missing?: string };

/** `tests` of a section apply to its rows without tests of their own. */
interface WrittenSection {
  readonly section: string;
  readonly tests?: WrittenTests;
  readonly rows: readonly WrittenRow[];
}

export function readRows(yaml: string): RowSection[] {
  return (parse(yaml) as WrittenSection[]).map((section) => ({
    title: section.section,
    rows: section.rows.map((row) => readRow(row, section)),
  }));
}

function readRow(written: WrittenRow, section: WrittenSection): Row {
  const {
    row: text,
    missing,
    tests = section.tests,
  } = typeof written === 'string' ? { row: written } : written;
  if (!text || !tests)
    throw new Error(`${section.section}: a row needs its text and its tests, or "not yet": ${text}`);
  const references = tests === 'not yet' ? [] : tests.map(readReference);
  return { text, tests: references, ...(missing ? { missing } : {}) };
}

function readReference(written: unknown): TestReference {
  const [file, title] = typeof written === 'string' ? written.split(' › ', 2) : [];
  if (file && title) return { file, title };
  const shown = JSON.stringify(written);
  throw new Error(
    `A test is written as "file › words of its title" (quoted, when it has a colon), not as ${shown}.`,
  );
}

/** Returns one sentence per broken reference. `titlesOf` returns undefined for a missing file. */
export function listBrokenReferences(
  sections: readonly RowSection[],
  titlesOf: (file: string) => readonly string[] | undefined,
): string[] {
  return sections.flatMap(({ title: section, rows }) =>
    rows.flatMap(({ text, tests }) =>
      tests.flatMap((test) => {
        const titles = titlesOf(test.file);
        if (titles?.some((title) => title.includes(test.title))) return [];
        const problem = titles ? `has no test with "${test.title}" in its title` : 'does not exist';
        return [`${section}, "${text}": ${test.file} ${problem}.`];
      }),
    ),
  );
}
