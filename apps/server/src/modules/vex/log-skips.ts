import type { Log } from '../../platform/log/create-log.ts';
import type { PlannedEntry } from './import/plan-import.ts';

/** "Warnings logged for blank id, unresolved vulnerability, ambiguous ID, and unresolvable reference." */
export function logSkips(log: Log, planned: readonly PlannedEntry[]): void {
  for (const { position, statement, reason, references } of planned) {
    if (reason?.isWarning) log.warn({ position, vulnId: statement.id }, `VEX entry skipped: ${reason.text}`);
    for (const { ref, reason: unresolvable } of references) {
      if (!unresolvable) continue;
      log.warn({ position, vulnId: statement.id, ref }, `VEX reference skipped: ${unresolvable.text}`);
    }
  }
}
