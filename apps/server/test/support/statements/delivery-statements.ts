import { claimDeliveries, settleDeliveries } from '../../../src/modules/alerts/delivery/delivery-store.ts';
import type { Tx } from '../../../src/platform/db/database.ts';

const CLAIM = { lanes: 10, perLane: 5, leaseMs: 30_000, perAlert: 4, served: new Map([[1, 2]]) };

/** The statements of deliveries, for their snapshots and their query plans. */
export const deliveryStatements: readonly {
  readonly name: string;
  readonly run: (tx: Tx) => Promise<unknown>;
}[] = [
  { name: 'claim-deliveries', run: (tx) => claimDeliveries(tx, CLAIM) },
  {
    name: 'settle-deliveries',
    run: (tx) =>
      settleDeliveries(
        tx,
        [{ id: 1, status: 'PENDING', delayMs: 1_000, error: 'refused' }],
        [{ alertId: 1, lane: 'project', lease: 1, retryDelayMs: 1_000 }],
      ),
  },
];
