import { property } from '../property.ts';
import { integer, milliseconds } from '../value-types.ts';

const TEN_YEARS = 3_650;
const HALF_AN_HOUR_MS = 1_800_000;

export const notificationProperties = {
  'svc.notification.retention-days': property(integer(0, TEN_YEARS, 30), {
    default: 30,
    description:
      'Days for which notifications and the log of their deliveries are kept. `0` keeps them for ever.',
  }),
  'svc.notification.outbox-relay.poll-interval-ms': property(milliseconds(10, 60_000), {
    default: 1_000,
    description:
      'How often a node looks for notifications that it has not heard of. It hears of nearly all at once.',
  }),
  'svc.notification.delivery.concurrency': property(integer(1, 1_000, 64), {
    default: 64,
    description: 'How many deliveries a node makes at the same time, at most half of them for one alert.',
  }),
  'svc.notification.delivery.timeout-ms': property(integer(1, 15_000, 10_000), {
    default: 10_000,
    description: 'Milliseconds within which a receiver must have answered.',
  }),
  'svc.notification.delivery.attempts': property(integer(1, 100, 10), {
    default: 10,
    description: 'How often a delivery is tried before it is given up.',
  }),
  'svc.notification.delivery.first-delay-ms': property(milliseconds(1), {
    default: 2_000,
    description:
      'Time after which a failed delivery is tried again. It doubles each time, with jitter; what the receiver ' +
      'asks for goes first.',
  }),
  'svc.notification.delivery.max-delay-ms': property(milliseconds(1), {
    default: HALF_AN_HOUR_MS,
    description: 'Longest time between two tries of a delivery.',
  }),
  'svc.notification.digest.quiet-ms': property(milliseconds(100), {
    default: 15_000,
    description: 'A digest about a project is sent when nothing was added to it for this long.',
  }),
  'svc.notification.digest.longest-ms': property(milliseconds(100), {
    default: 300_000,
    description: 'A digest about a project is sent after this time in any case.',
  }),
};
