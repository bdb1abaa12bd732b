import type { VexDecision, VexEntry, VexMatch, VexReceipt } from '@tallyman/contract';
import { type Column, renderFacts, renderTable } from './output.ts';

/** Maximum number of rows on a terminal. */
const SHOWN = 200;

export interface ProjectName {
  readonly name: string;
  readonly version?: string;
}

type ReceiptOfFile = VexReceipt & { readonly file: string; readonly project?: ProjectName };

/** Describes a receipt for people: a summary, then the outcome of each entry, skipped ones first. */
export function describeReceipt(receipt: ReceiptOfFile): string {
  const order = { skipped: 0, applied: 1, unchanged: 2 };
  const entries = receipt.entries.toSorted(
    (a, b) => order[a.fate] - order[b.fate] || a.position - b.position,
  );
  const facts = describeTotals(receipt);
  return entries.length === 0 ? facts : `${facts}\n\n${renderTable(COLUMNS, entries.slice(0, SHOWN))}`;
}

/** Returns what the table omits and warnings about the document. */
export function noteReceipt({ entries, warnings }: VexReceipt): string[] {
  const left = entries.length - SHOWN;
  return [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(left > 0 ? [`${left} more entries: --json shows all of them`] : []),
  ];
}

function describeTotals(receipt: ReceiptOfFile): string {
  const { project } = receipt;
  const { entries, applied, unchanged, skipped, findingsChanged } = receipt.totals;
  return renderFacts([
    ['File', receipt.file],
    ['State', describeState(receipt)],
    ['Document', `CycloneDX ${receipt.specVersion}, ${receipt.format}`],
    ['Entries', `${entries} (${applied} applied, ${unchanged} unchanged, ${skipped} skipped)`],
    ['Findings', receipt.dryRun ? `${findingsChanged} would change` : `${findingsChanged} changed`],
    ['Project', project && [project.name, project.version].filter(Boolean).join(':')],
    ['Project UUID', receipt.projectUuid],
    ['Token', receipt.token],
  ]);
}

function describeState({ dryRun, state, skipped }: VexReceipt): string {
  if (skipped !== undefined) return `skipped: ${skipped}`;
  if (dryRun) return 'dry run: nothing was applied';
  return { PENDING: 'accepted, not yet processed', PROCESSED: 'processed', FAILED: 'failed' }[state];
}

const COLUMNS: readonly Column<VexEntry>[] = [
  { title: '#', value: ({ position }) => String(position + 1) },
  { title: 'VULNERABILITY', value: ({ id, vulnerability }) => describeId(id, vulnerability?.source) },
  { title: 'OUTCOME', value: ({ fate }) => fate },
  {
    title: 'SCOPE',
    value: ({ references }) => [...new Set(references.map(({ scope }) => scope))].join(', '),
  },
  { title: 'COMPONENTS', value: ({ components }) => describeComponents(components), shrinks: true },
  { title: 'DECISION', value: ({ components }) => describeDecisions(components) },
  { title: 'REASON', value: describeReason, shrinks: true },
];

function describeId(id: string, source: string | undefined): string {
  return source === undefined ? id : `${id} (${source})`;
}

function describeComponents(components: readonly VexMatch[]): string {
  const [first, ...others] = components;
  if (!first) return '';
  const name = first.version === undefined ? first.name : `${first.name} ${first.version}`;
  return others.length > 0 ? `${name} and ${others.length} more` : name;
}

/** Of the first component that changed, or else of the first one. */
function describeDecisions(components: readonly VexMatch[]): string {
  const match = components.find(({ fate }) => fate === 'applied') ?? components[0];
  if (!match?.before || !match.after) return '';
  const [before, after] = [describeDecision(match.before), describeDecision(match.after)];
  return before === after ? after : `${before} → ${after}`;
}

function describeDecision({ state, isSuppressed }: VexDecision): string {
  return isSuppressed ? `${state}, suppressed` : state;
}

function describeReason({ reason, references }: VexEntry): string {
  return reason ?? references.flatMap((reference) => reference.reason ?? []).join('; ');
}
