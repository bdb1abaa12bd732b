import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../platform/log/create-log.ts';
import type { PlannedEntry } from './import/plan-import.ts';

const ENTRIES_PER_TURN = 200;

/** "Warnings logged for blank id, unresolved vulnerability, ambiguous ID, and unresolvable reference." */
export async function logSkips(log: Log, planned: readonly PlannedEntry[]): Promise<void> {
  for (const [index, { position, statement, reason, references }] of planned.entries()) {
    // Lets other work run in between: logging many entries takes long.
    if (index % ENTRIES_PER_TURN === 0) await setImmediate();
    if (reason?.isWarning) log.warn({ position, vulnId: statement.id }, `VEX entry skipped: ${reason.text}`);
    for (const { ref, reason: unresolvable } of references) {
      if (!unresolvable) continue;
      log.warn({ position, vulnId: statement.id, ref }, `VEX reference skipped: ${unresolvable.text}`);
    }
  }
}
