import type { WaitingNotification } from '../../notifications/claim-notifications.ts';
import type { NewDelivery } from '../delivery/relay-store.ts';
import type { MatchedAlert } from '../rules/alert-conditions.ts';
import type { DigestEntry } from './digest-store.ts';
import { DIGESTED_GROUPS } from './summarize-digest.ts';

/** The group that marks the start of an upload. */
const UPLOAD = 'BOM_CONSUMED';

interface DigestStep {
  readonly entries: readonly DigestEntry[];
  /** Projects whose next upload begins after these entries: their digests are closed. */
  readonly closed: readonly string[];
}

export interface PlannedDigests {
  readonly deliveries: readonly NewDelivery[];
  readonly steps: readonly DigestStep[];
}

/**
 * Splits the planned deliveries into those that are sent and those that alerts with digests collect. The entries are in
 * steps: what was emitted before an upload of a project belongs to another digest than what was emitted after it.
 */
export function planDigests(
  alerts: readonly MatchedAlert[],
  claimed: readonly WaitingNotification[],
  planned: readonly NewDelivery[],
): PlannedDigests {
  const collecting = new Set(alerts.filter(({ digest }) => digest === 'UPLOAD').map(({ id }) => id));
  if (collecting.size === 0) return { deliveries: planned, steps: [] };
  const byNotification = Map.groupBy(planned, ({ notificationId }) => notificationId);
  const deliveries: NewDelivery[] = [];
  const steps: { entries: DigestEntry[]; closed: string[] }[] = [];
  const uploads = new Map<string, number>();
  const stepAt = (index: number) => {
    steps[index] ??= { entries: [], closed: [] };
    return steps[index];
  };
  for (const { id, group, projectUuid } of claimed) {
    const step = uploads.get(projectUuid ?? '') ?? 0;
    for (const delivery of byNotification.get(id) ?? []) {
      const isCollected =
        collecting.has(delivery.alertId) && DIGESTED_GROUPS.has(group) && delivery.filterError === undefined;
      if (isCollected && projectUuid !== null)
        stepAt(step).entries.push({ alertId: delivery.alertId, projectUuid, notificationId: id });
      else deliveries.push(delivery);
    }
    if (group !== UPLOAD || projectUuid === null) continue;
    stepAt(step).closed.push(projectUuid);
    uploads.set(projectUuid, step + 1);
  }
  return { deliveries, steps };
}
