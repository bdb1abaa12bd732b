import { styleText } from 'node:util';
import type { OutputFormat } from './output-options.ts';
import { printNote } from './print-note.ts';
import { displayWidth, printable, truncate } from './terminal-text.ts';
import { writeDocument } from './write-document.ts';

/** The result of a command: a document for machines, a text for people, and notes. */
export interface Outcome {
  readonly document: unknown;
  readonly text: string;
  /** Printed to stderr, so that they do not end up in a pipe. */
  readonly notes?: readonly string[];
  /** Further formats of the command. */
  readonly formats?: Readonly<Partial<Record<OutputFormat, () => string>>>;
}

interface PrintOptions {
  readonly json?: boolean | undefined;
  readonly output?: OutputFormat | undefined;
  readonly outputFile?: string | undefined;
}

export async function print(
  outcome: Outcome,
  { json, output, outputFile }: PrintOptions = {},
): Promise<void> {
  const text = format(outcome, output ?? (json ? 'json' : 'table'));
  if (outputFile !== undefined) await writeDocument(outputFile, toBytes(`${text}\n`));
  else if (text !== '') process.stdout.write(`${text}\n`);
  for (const note of outcome.notes ?? []) printNote(note);
}

function format({ document, text, formats }: Outcome, name: OutputFormat): string {
  if (name === 'json') return toJson(document);
  return formats?.[name]?.() ?? text;
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** JSON.stringify does not escape the control characters U+0080 to U+009F, which terminals interpret. */
export function toJson(document: unknown): string {
  const toEscape = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;
  return JSON.stringify(document, null, 2).replaceAll(/[\u007f-\u009f]/g, toEscape);
}

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | undefined;
  /** May be truncated on a narrow terminal. Identifiers never are. */
  readonly shrinks?: boolean;
  /** Colour of the cell on a terminal. */
  readonly style?: (row: Row) => Style | undefined;
}
export type Style = Parameters<typeof styleText>[0];

const GAP = '  ';
const NARROWEST = 8;

/** Aligns columns to the width of the terminal. Does not truncate output to a pipe. */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width = terminalWidth(),
): string {
  const cells = rows.map((row) =>
    columns.map(({ value }) => printable(value(row) ?? '').replaceAll(/\s+/g, ' ')),
  );
  const titles = columns.map(({ title }) => title);
  const widths = fit(naturalWidths([titles, ...cells]), columns, width);
  const line = (texts: readonly string[], row?: Row) =>
    texts
      .map((cell, i) => paint(pad(cell, widths[i] ?? 0), row && columns[i]?.style?.(row)))
      .join(GAP)
      .trimEnd();
  return [emphasise(line(titles)), ...cells.map((texts, i) => line(texts, rows[i]))].join('\n');
}

/** Lists names and values, without absent values. */
export function renderFacts(facts: readonly (readonly [name: string, value: string | undefined])[]): string {
  const present = facts.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(...present.map(([name]) => displayWidth(name)));
  const indent = `\n${' '.repeat(width + GAP.length)}`;
  return present
    .map(
      ([name, value]) => emphasise(pad(name, width)) + GAP + printable(value ?? '').replaceAll('\n', indent),
    )
    .join('\n');
}

function naturalWidths(lines: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const line of lines) {
    line.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, displayWidth(cell));
    });
  }
  return widths;
}

/** Shrinks the widest column that may shrink, until the line fits or no column can shrink. */
function fit(natural: readonly number[], columns: readonly Column<never>[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
  for (let overflow = total() - width; overflow > 0; overflow--) {
    const givers = widths.map((one, i) => (columns[i]?.shrinks && one > NARROWEST ? one : 0));
    const widest = Math.max(...givers);
    if (widest === 0) break;
    widths[givers.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function pad(text: string, width: number): string {
  const shown = truncate(text, width);
  return shown + ' '.repeat(width - displayWidth(shown));
}

function terminalWidth(): number {
  return (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
}

/** `styleText` prints no colours to a pipe or if NO_COLOR is set. */
function emphasise(text: string): string {
  return paint(text, 'bold');
}

function paint(text: string, style: Style | undefined): string {
  return style === undefined ? text : styleText(style, text, { stream: process.stdout });
}
