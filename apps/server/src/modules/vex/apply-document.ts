import { setImmediate } from 'node:timers/promises';
import type { VexEntry } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Decision, DecisionOutcome } from '../findings/decision.ts';
import { findWholeSkip } from './import/find-inapplicable.ts';
import { type PlannedEntry, planImport } from './import/plan-import.ts';
import { toReceiptEntry, toSkippedEntry } from './import/to-receipt-entry.ts';
import type { VexDocument } from './import/vex-document.ts';
import { hasFindings } from './import-ground-store.ts';
import { loadGround } from './load-ground.ts';

/** "An audit history entry is appended with commenter CycloneDX VEX." */
export const VEX_DECIDER = { kind: 'VEX', name: 'CycloneDX VEX' } as const;

/** What to do with the decisions of a document: record them, or only look what they would do. */
type Decide = (decisions: readonly Decision[]) => Promise<readonly DecisionOutcome[]>;

export interface AppliedDocument {
  /** Why the whole upload was skipped. */
  readonly skipped?: string;
  readonly warnings: readonly string[];
  /** Made as they are asked for. */
  readonly entries: Iterable<VexEntry>;
  /** Only those of entries that were looked at. */
  readonly planned: readonly PlannedEntry[];
}

/** So many components can be spoken of by all entries together. No document that anybody means comes near. */
const MAX_MATCHES = 300_000;

/** So many are planned before others have their turn. */
const MATCHES_AT_ONCE = 2_000;

/** Applies a document to the findings of a project: load, plan, decide. */
export async function applyDocument(
  db: Db,
  projectId: number,
  document: VexDocument,
  decide: Decide,
): Promise<AppliedDocument> {
  const warnings = document.duplicates.map(
    (ref) => `the bom-ref ${ref} stands more than once; the first one counts`,
  );
  const skipped = findWholeSkip(document.statements, await hasFindings(db, projectId));
  if (skipped !== undefined)
    return { skipped, warnings, entries: listSkipped(document, skipped), planned: [] };
  const planned = await collect(planImport(document, await loadGround(db, projectId, document)));
  const outcomes = await decide(
    planned.flatMap(({ matches }) => matches.flatMap(({ decision }) => decision ?? [])),
  );
  return { warnings, entries: listEntries(planned, outcomes), planned };
}

async function collect(entries: Iterable<PlannedEntry>): Promise<PlannedEntry[]> {
  const collected: PlannedEntry[] = [];
  let [matches, untilTurn] = [0, MATCHES_AT_ONCE];
  for (const entry of entries) {
    matches += entry.matches.length;
    if (matches > MAX_MATCHES) throw tooMuch();
    collected.push(entry);
    untilTurn -= 1 + entry.matches.length;
    if (untilTurn > 0) continue;
    await setImmediate();
    untilTurn = MATCHES_AT_ONCE;
  }
  return collected;
}

function tooMuch(): AppError {
  return new AppError(
    'too-large',
    `The entries of the document speak of more than ${MAX_MATCHES} components altogether. Split the document.`,
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

function* listSkipped({ statements }: VexDocument, reason: string): Generator<VexEntry> {
  for (const [position, statement] of statements.entries())
    yield toSkippedEntry({ position, statement }, reason);
}
