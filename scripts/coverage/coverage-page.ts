import { basename } from 'node:path';
import { compareText, type Endpoint, toShape } from './match-endpoint.ts';
import type { OperationSection, WantedOperation } from './read-operations.ts';
import { type Row, type RowSection, type RowStatus, type TestReference, toStatus } from './read-rows.ts';

export interface Coverage {
  readonly contract: readonly RowSection[];
  readonly decisions: readonly RowSection[];
  readonly reference: readonly OperationSection[];
  readonly served: readonly Endpoint[];
  readonly removed: readonly (Endpoint & { readonly replacement: string })[];
  /** The test files that call an operation, by its shape. */
  readonly testsByShape: ReadonlyMap<string, readonly string[]>;
  /** Tests that cover all operations. */
  readonly sweeping: readonly string[];
  /** Tests that check the access rules of all operations of a subject. */
  readonly guarding: readonly string[];
}

export function toCoveragePage(coverage: Coverage): string {
  const parts = [
    INTRODUCTION,
    rowSummary(coverage),
    operationSummary(coverage),
    untestedSummary(coverage),
    '## The contract',
    ...coverage.contract.map(rowTable),
    '## Decisions',
    'The holes of the contract that the foundation fills.',
    ...coverage.decisions.map(rowTable),
    '## Operations of the reference',
    sweepingTests(coverage),
    ...coverage.reference.map((section) => operationTable(coverage, section)),
    '## Beyond the reference',
    operationRows(coverage, listBeyond(coverage)),
    '## Removed endpoints',
    removedTable(coverage),
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `# Coverage

What the contract asks for and what the reference offers, row by row, each with the tests that hold it or the words
"not yet". \`npm run generate\` writes this page from the lists under [coverage](coverage), the operations of
\`packages/contract\` and the sources of the tests; \`npm run check\` refuses it when it is out of date, and when a test
that it names is gone.`;

function rowSummary({ contract, decisions }: Coverage): string {
  const rows = [countRows('Rows of the contract', contract), countRows('Rows of the decisions', decisions)];
  return table(['', 'Kept', 'Partly', 'Not yet'], rows);
}

function countRows(name: string, sections: readonly RowSection[]): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const count = (status: RowStatus) => String(rows.filter((row) => toStatus(row) === status).length);
  return [name, count('kept'), count('partly'), count('not yet')];
}

function operationSummary(coverage: Coverage): string {
  const wanted = coverage.reference.flatMap(({ operations }) => operations);
  const count = (status: OperationStatus) =>
    String(wanted.filter((operation) => statusOf(coverage, operation) === status).length);
  return table(
    ['', 'Served', 'Partly', 'Removed by the contract', 'Not yet'],
    [
      ['Operations of the reference', count('served'), count('partly'), count('removed'), count('not yet')],
      ['Operations beyond the reference', String(listBeyond(coverage).length), '', '', ''],
    ],
  );
}

function untestedSummary(coverage: Coverage): string {
  const all = [...coverage.served, ...coverage.removed];
  const untested = all.filter((operation) => testsOf(coverage, operation).length === 0);
  return `Operations that no test calls: ${untested.length}.`;
}

function rowTable({ title, rows }: RowSection): string {
  return `### ${title}\n\n${table(
    ['Row', 'Tests'],
    rows.map((row) => [escapeCell(row.text), rowTests(row)]),
  )}`;
}

function rowTests(row: Row): string {
  if (row.tests.length === 0) return missingOf(row)[0] ?? NOT_YET;
  const byFile = Map.groupBy(row.tests, ({ file }) => file);
  const kept = [...byFile].map(([file, references]) => `${link(file)}: ${references.map(quote).join(', ')}`);
  return [...kept, ...missingOf(row)].join('<br>');
}

function quote({ title }: TestReference): string {
  return `“${escapeText(title)}”`;
}

const NOT_YET = 'not yet';

type OperationStatus = 'served' | 'partly' | 'removed' | 'not yet';

function statusOf({ served, removed }: Coverage, operation: WantedOperation): OperationStatus {
  const shape = toShape(operation);
  if (served.some((one) => toShape(one) === shape)) return operation.missing ? 'partly' : 'served';
  return removed.some((one) => toShape(one) === shape) ? 'removed' : NOT_YET;
}

function testsOf({ testsByShape }: Coverage, operation: Endpoint): readonly string[] {
  return testsByShape.get(toShape(operation)) ?? [];
}

function listBeyond({ served, reference }: Coverage): Endpoint[] {
  const known = new Set(reference.flatMap(({ operations }) => operations.map(toShape)));
  return served.filter((operation) => !known.has(toShape(operation)));
}

function sweepingTests({ sweeping, guarding }: Coverage): string {
  return [
    `A table names the files whose tests call an operation. Besides, ${listLinks(sweeping)} go over every operation`,
    `that is served, and who may call which is tried out subject by subject in ${listLinks(guarding)}.`,
  ].join('\n');
}

function operationTable(coverage: Coverage, { title, operations }: OperationSection): string {
  return `### ${title}\n\n${operationRows(coverage, operations)}`;
}

function operationRows(coverage: Coverage, operations: readonly WantedOperation[]): string {
  return table(
    ['Operation', 'Tests'],
    operations.map((operation) => [code(operation), operationTests(coverage, operation)]),
  );
}

function operationTests(coverage: Coverage, operation: WantedOperation): string {
  const status = statusOf(coverage, operation);
  if (status === NOT_YET) return NOT_YET;
  if (status === 'removed') return '410, see [removed endpoints](#removed-endpoints)';
  return [listTests(testsOf(coverage, operation)), ...missingOf(operation)].join('<br>');
}

function missingOf({ missing }: { readonly missing?: string }): string[] {
  return missing ? [`${NOT_YET}: ${escapeCell(missing)}`] : [];
}

function removedTable(coverage: Coverage): string {
  return `They answer 410 and name what replaces them.\n\n${table(
    ['Endpoint', 'Replaced by', 'Tests'],
    coverage.removed.map((endpoint) => [
      code(endpoint),
      `\`${endpoint.replacement}\``,
      listTests(testsOf(coverage, endpoint)),
    ]),
  )}`;
}

function listTests(files: readonly string[]): string {
  return files.length > 0 ? listLinks(files) : '**no test**';
}

function listLinks(files: readonly string[]): string {
  return [...files].sort(compareText).map(link).join(', ');
}

function link(file: string): string {
  return `[${basename(file).replace(/(\.db)?(\.test)?\.ts$/, '')}](../${file})`;
}

function code({ method, path }: Endpoint): string {
  return `\`${method} ${path}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]]/g, '\\$&');
}

/** Escapes Markdown, except code and emphasis, which the lists use on purpose. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
