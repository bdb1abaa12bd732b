import { property } from '../property.ts';
import { millisecondsToIsoDuration } from '../unit-conversions.ts';
import { cron, isoDuration } from '../value-types.ts';

const FIFTEEN_MINUTES_MS = 900_000;
const NINETY_SECONDS_MS = 90_000;
const ONE_DAY_MS = 86_400_000;

export const taskProperties = {
  'svc.task.scheduled-notification-dispatch.cron': property(cron, {
    default: '* * * * *',
    carriedOver: true,
    description: 'When alerts with a schedule are looked at. Each has a schedule of its own.',
  }),
  'svc.task.missed-work-repair.cron': property(cron, {
    default: '* * * * *',
    description: 'When work is looked for that was accepted and that no job is going to do any more.',
  }),
  'svc.task.expired-session-cleanup.cron': property(cron, {
    default: '0 * * * *',
    carriedOver: true,
    description: 'When expired sessions are deleted.',
  }),
  'svc.task.bom-cleanup.cron': property(cron, {
    default: '37 3 * * *',
    description:
      'When documents, upload history and removed components that are past their days are deleted.',
  }),
  'svc.task.vex-cleanup.cron': property(cron, {
    default: '47 3 * * *',
    description: 'When VEX documents and receipts that are past their days are deleted.',
  }),
  'svc.task.stale-analysis.cron': property(cron, {
    default: '* * * * *',
    description: 'When projects are looked for whose last analysis is too long ago.',
  }),
  'svc.task.stale-analysis.max-age': property(isoDuration, {
    default: ONE_DAY_MS,
    description: 'Age at which the analysis of a project is done again.',
  }),
  'svc.task.portfolio-metrics-update.cron': property(cron, {
    default: '10 * * * *',
    inUse: false,
    carriedOver: true,
    oldNames: ['task.cron.metrics.portfolio'],
    description: 'When the metrics of the portfolio are updated.',
  }),
  'svc.task.portfolio-metrics-update.lock.max.duration': property(isoDuration, {
    default: FIFTEEN_MINUTES_MS,
    inUse: false,
    carriedOver: true,
    oldNames: [
      { name: 'task.metrics.portfolio.lockAtMostForInMillis', conversion: millisecondsToIsoDuration },
    ],
    description: 'Longest time for which one node keeps the update of the portfolio metrics to itself.',
  }),
  'svc.task.portfolio-metrics-update.lock.min.duration': property(isoDuration, {
    default: NINETY_SECONDS_MS,
    inUse: false,
    carriedOver: true,
    oldNames: [
      { name: 'task.metrics.portfolio.lockAtLeastForInMillis', conversion: millisecondsToIsoDuration },
    ],
    description: 'Shortest time for which one node keeps the update of the portfolio metrics to itself.',
  }),
  'svc.task.vulnerability-policy-bundle-sync.cron': property(cron, {
    default: '*/15 * * * *',
    carriedOver: true,
    synonyms: ['task.vuln-policy-bundle-sync.cron'],
    oldNames: ['task.vulnerability.policy.fetch.cron', 'task.cron.vulnerability.policy.bundle.fetch'],
    description: 'When the vulnerability policy bundle is fetched.',
  }),
};
