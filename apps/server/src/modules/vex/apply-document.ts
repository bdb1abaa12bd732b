import { setImmediate } from 'node:timers/promises';
import type { VexEntry } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Decision, DecisionOutcome } from '../findings/decision.ts';
import { findDocumentSkip } from './import/find-skip.ts';
import { type PlannedEntry, planImport } from './import/plan-import.ts';
import { toReceiptEntry, toSkippedEntry } from './import/to-receipt-entry.ts';
import type { VexDocument } from './import/vex-document.ts';
import { hasFindings } from './import-context-store.ts';
import { loadImportContext } from './load-import-context.ts';

/** "An audit history entry is appended with commenter CycloneDX VEX." */
export const VEX_DECIDER = { kind: 'VEX', name: 'CycloneDX VEX' } as const;

/** Records the decisions of a document, or previews their outcome. */
type Decide = (decisions: readonly Decision[]) => Promise<readonly DecisionOutcome[]>;

export interface AppliedDocument {
  /** Why the whole upload was skipped. */
  readonly skipped?: string;
  readonly warnings: readonly string[];
  /** Lazy: each entry is built when it is read. */
  readonly entries: Iterable<VexEntry>;
  /** Empty if the whole upload was skipped. */
  readonly planned: readonly PlannedEntry[];
}

/** How many components all entries of a document may match together. Real documents are far below. */
const MAX_MATCHES = 300_000;

/** How many matches are planned before yielding to the event loop. */
const MATCHES_PER_TURN = 2_000;

/** Applies a document to the findings of a project: load, plan, decide. */
export async function applyDocument(
  db: Db,
  projectId: number,
  document: VexDocument,
  decide: Decide,
): Promise<AppliedDocument> {
  const warnings = document.duplicates.map(
    (ref) => `the bom-ref ${ref} occurs more than once; the first one counts`,
  );
  const skipped = findDocumentSkip(document.statements, await hasFindings(db, projectId));
  if (skipped !== undefined) return { skipped, warnings, entries: skipAll(document, skipped), planned: [] };
  const planned = await collect(planImport(document, await loadImportContext(db, projectId, document)));
  const outcomes = await decide(
    planned.flatMap(({ matches }) => matches.flatMap(({ decision }) => decision ?? [])),
  );
  return { warnings, entries: listEntries(planned, outcomes), planned };
}

async function collect(entries: Iterable<PlannedEntry>): Promise<PlannedEntry[]> {
  const collected: PlannedEntry[] = [];
  let [matches, untilTurn] = [0, MATCHES_PER_TURN];
  for (const entry of entries) {
    matches += entry.matches.length;
    if (matches > MAX_MATCHES) throw tooManyMatches();
    collected.push(entry);
    untilTurn -= 1 + entry.matches.length;
    if (untilTurn > 0) continue;
    await setImmediate();
    untilTurn = MATCHES_PER_TURN;
  }
  return collected;
}

function tooManyMatches(): AppError {
  return new AppError(
    'too-large',
    `The entries of the document match more than ${MAX_MATCHES} components altogether. Split the document.`,
  );
}

function* listEntries(
  planned: readonly PlannedEntry[],
  outcomes: readonly DecisionOutcome[],
): Generator<VexEntry> {
  let from = 0;
  for (const entry of planned) {
    const count = entry.matches.filter(({ decision }) => decision).length;
    yield toReceiptEntry(entry, outcomes.slice(from, from + count));
    from += count;
  }
}

function* skipAll({ statements }: VexDocument, reason: string): Generator<VexEntry> {
  for (const [position, statement] of statements.entries())
    yield toSkippedEntry({ position, statement }, reason);
}
