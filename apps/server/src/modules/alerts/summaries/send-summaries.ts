import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { loadFindingSubjects } from '../../findings/load-finding-subjects.ts';
import { emitToOne } from '../../notifications/emit-events.ts';
import type { Event } from '../../notifications/event.ts';
import { decodeNotification } from '../../notifications/notification-json.ts';
import { insertDeliveries, notifyDispatchers, recordFilterErrors } from '../delivery/relay-store.ts';
import { nextTrigger } from '../rules/alert-schedule.ts';
import { evaluateFilter } from '../rules/filter/evaluate-filter.ts';
import { newViolationsSummary } from './summarize-violations.ts';
import { newVulnerabilitiesSummary } from './summarize-vulnerabilities.ts';
import {
  type DueAlert,
  getSettledTime,
  listNewFindings,
  listNewViolations,
  listSummaryComponents,
  listSummaryProjects,
  lockDueAlert,
  recordTriggered,
  type Window,
} from './summary-store.ts';

/** Sends the summaries that are due. Idempotent: each alert is one transaction, which also moves its window of time. */
export async function sendSummaries(ctx: Context): Promise<void> {
  while (await inTransaction(ctx.db, (tx) => sendNext(tx, ctx.now())));
}

async function sendNext(tx: Tx, now: Date): Promise<boolean> {
  const alert = await lockDueAlert(tx, now);
  if (!alert) return false;
  const settled = await getSettledTime(tx, now);
  const window = { since: alert.since, until: settled > alert.since ? settled : alert.since };
  const events = (await Promise.all(alert.groups.map((group) => summarize(tx, alert, group, window)))).flat();
  const emitted = await emitToOne(tx, now, events, { isTest: false });
  const deliveries = emitted.flatMap(({ id, notification }) => {
    const { passes, error } = filterSummary(alert, notification);
    if (!passes && error === undefined) return [];
    const common = {
      uuid: newUuid(),
      notificationId: id,
      alertId: alert.id,
      alertName: alert.name,
      lane: '',
    };
    return [{ ...common, filterError: error }];
  });
  const failed = deliveries.find(({ filterError }) => filterError !== undefined)?.filterError;
  if (failed) await recordFilterErrors(tx, new Map([[alert.id, failed]]));
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries);
  await recordTriggered(tx, alert.id, window.until, nextTrigger(alert.cron, now));
  await notifyDispatchers(tx);
  return true;
}

function filterSummary({ filterExpression }: DueAlert, notification: Uint8Array) {
  if (filterExpression === null) return { passes: true, error: undefined };
  return { error: undefined, ...evaluateFilter(filterExpression, decodeNotification(notification)) };
}

/** Returns no event if nothing is new and the alert skips unchanged summaries. */
async function summarize(tx: Tx, alert: DueAlert, group: string, window: Window): Promise<Event[]> {
  if (group === 'NEW_VULNERABILITIES_SUMMARY') {
    const findings = await listNewFindings(tx, alert.id, window);
    if (findings.length === 0 && alert.skipUnchanged) return [];
    return [newVulnerabilitiesSummary(findings, await loadFindingSubjects(tx, findings), alert.since)];
  }
  const violations = await listNewViolations(tx, alert.id, window);
  if (violations.length === 0 && alert.skipUnchanged) return [];
  const projects = await listSummaryProjects(
    tx,
    violations.map(({ projectId }) => projectId),
  );
  const components = await listSummaryComponents(
    tx,
    violations.map(({ componentId }) => componentId),
  );
  return [newViolationsSummary(violations, projects, components, alert.since)];
}
