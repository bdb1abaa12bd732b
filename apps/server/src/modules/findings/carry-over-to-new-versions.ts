import type { Tx } from '../../platform/db/database.ts';
import { carryOverAutomatically } from './decisions/apply-carry-over.ts';
import { listNewVersions } from './decisions/carry-over-store.ts';
import { formatFindingKey } from './finding-key.ts';
import type { FindingChanges } from './record-findings.ts';

/**
 * Carries the decisions of the previous version over to new versions of a project, if the project property
 * `decisions/carry-over` is set. A version is new when an analysis reports findings in it for the first time. Returns the
 * changes with those findings marked that the decisions suppress.
 */
export async function carryOverToNewVersions(
  tx: Tx,
  now: Date,
  changes: FindingChanges,
): Promise<FindingChanges> {
  const created = new Set(changes.appeared.filter((finding) => finding.created).map((f) => f.projectId));
  if (created.size === 0) return changes;
  const suppressed = new Set<string>();
  for (const { toId, from } of await listNewVersions(tx, [...created], now)) {
    const { decisions, outcomes } = await carryOverAutomatically(tx, { origin: from, toId, now });
    for (const [index, decision] of decisions.entries()) {
      if (outcomes[index]?.after?.isSuppressed) suppressed.add(formatFindingKey(decision));
    }
  }
  const appeared = changes.appeared.map((finding) =>
    suppressed.has(formatFindingKey(finding)) ? { ...finding, isSuppressed: true } : finding,
  );
  return { ...changes, appeared };
}
