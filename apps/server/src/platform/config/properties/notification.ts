import { property } from '../property.ts';
import { integer, milliseconds } from '../value-types.ts';

const TEN_YEARS = 3_650;
const HALF_AN_HOUR_MS = 1_800_000;

export const notificationProperties = {
  'svc.notification.retention-days': property(integer(0, TEN_YEARS, 30), {
    default: 30,
    description: 'Retention of notifications and of their deliveries, in days. `0` keeps all.',
  }),
  'svc.notification.outbox-relay.poll-interval-ms': property(milliseconds(10, 60_000), {
    default: 1_000,
    description: 'Interval at which a node polls for notifications. It is usually notified immediately.',
  }),
  'svc.notification.delivery.concurrency': property(integer(1, 1_000, 64), {
    default: 64,
    description: 'Maximum number of concurrent deliveries of a node. At most half of them are of one alert.',
  }),
  'svc.notification.delivery.timeout-ms': property(integer(1, 15_000, 10_000), {
    default: 10_000,
    description: 'Time limit for the response of a receiver, in milliseconds.',
  }),
  'svc.notification.delivery.attempts': property(integer(1, 100, 10), {
    default: 10,
    description: 'Maximum number of attempts of a delivery.',
  }),
  'svc.notification.delivery.first-delay-ms': property(milliseconds(1), {
    default: 2_000,
    description:
      'Delay before the first retry of a delivery. It doubles with each attempt, with jitter. `Retry-After` of the receiver takes precedence.',
  }),
  'svc.notification.delivery.max-delay-ms': property(milliseconds(1), {
    default: HALF_AN_HOUR_MS,
    description: 'Maximum delay between two attempts of a delivery.',
  }),
  'svc.notification.digest.quiet-ms': property(milliseconds(100), {
    default: 15_000,
    description: 'A digest of a project is sent when nothing was added for this time.',
  }),
  'svc.notification.digest.longest-ms': property(milliseconds(100), {
    default: 300_000,
    description: 'A digest of a project is sent after this time at the latest.',
  }),
};
