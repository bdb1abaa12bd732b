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
    description: 'How often due alerts with a schedule are searched for. Each alert has its own schedule.',
  }),
  'svc.task.missed-work-repair.cron': property(cron, {
    default: '* * * * *',
    description: 'How often accepted work whose job was lost is searched for.',
  }),
  'svc.task.expired-session-cleanup.cron': property(cron, {
    default: '0 * * * *',
    carriedOver: true,
    description: 'When expired sessions are deleted.',
  }),
  'svc.task.bom-cleanup.cron': property(cron, {
    default: '37 3 * * *',
    description:
      'When documents, upload history and removed components are deleted after their retention time.',
  }),
  'svc.task.vex-cleanup.cron': property(cron, {
    default: '47 3 * * *',
    description: 'When VEX documents and receipts are deleted after their retention time.',
  }),
  'svc.task.stale-analysis.cron': property(cron, {
    default: '* * * * *',
    description: 'How often projects with a stale analysis are searched for.',
  }),
  'svc.task.stale-analysis.max-age': property(isoDuration, {
    default: ONE_DAY_MS,
    description: 'Age at which the analysis of a project is stale and repeated.',
  }),
  'svc.task.portfolio-metrics-update.cron': property(cron, {
    default: '10 * * * *',
    carriedOver: true,
    oldNames: ['task.cron.metrics.portfolio'],
    description:
      'When the metrics of changed projects are updated besides the continuous update, which takes seconds.',
  }),
  'svc.task.metrics-maintenance.cron': property(cron, {
    default: '1 * * * *',
    carriedOver: true,
    description:
      'When partitions for metrics are created for the next days, and dropped after the retention.',
  }),
  'svc.task.metrics-check.cron': property(cron, {
    default: '23 2 * * *',
    description: 'When stored metrics are compared with a recount of all projects.',
  }),
  'svc.task.portfolio-metrics-update.lock.max.duration': property(isoDuration, {
    default: FIFTEEN_MINUTES_MS,
    inUse: false,
    carriedOver: true,
    oldNames: [
      { name: 'task.metrics.portfolio.lockAtMostForInMillis', conversion: millisecondsToIsoDuration },
    ],
    description: 'Maximum lock time of the update of the portfolio metrics.',
  }),
  'svc.task.portfolio-metrics-update.lock.min.duration': property(isoDuration, {
    default: NINETY_SECONDS_MS,
    inUse: false,
    carriedOver: true,
    oldNames: [
      { name: 'task.metrics.portfolio.lockAtLeastForInMillis', conversion: millisecondsToIsoDuration },
    ],
    description: 'Minimum lock time of the update of the portfolio metrics.',
  }),
  'svc.task.defect-dojo-upload.cron': property(cron, {
    default: '0 2 * * *',
    carriedOver: true,
    oldNames: ['task.cron.defectdojo.sync'],
    description: 'When findings are pushed to DefectDojo.',
  }),
  'svc.task.fortify-ssc-upload.cron': property(cron, {
    default: '0 2 * * *',
    carriedOver: true,
    oldNames: ['task.cron.fortify.ssc.sync'],
    description: 'When findings are pushed to Fortify Software Security Center.',
  }),
  'svc.task.kenna-security-upload.cron': property(cron, {
    default: '0 2 * * *',
    carriedOver: true,
    oldNames: ['task.cron.kenna.sync'],
    description: 'When findings are pushed to Kenna Security.',
  }),
  'svc.task.vulnerability-policy-bundle-sync.cron': property(cron, {
    default: '*/15 * * * *',
    carriedOver: true,
    synonyms: ['task.vuln-policy-bundle-sync.cron'],
    oldNames: ['task.vulnerability.policy.fetch.cron', 'task.cron.vulnerability.policy.bundle.fetch'],
    description: 'When the vulnerability policy bundle is fetched.',
  }),
};
