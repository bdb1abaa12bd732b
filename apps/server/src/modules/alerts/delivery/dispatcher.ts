import type { Context } from '../../../platform/context.ts';
import { inOneStatement, inTransaction } from '../../../platform/db/database.ts';
import { emitEvents } from '../../notifications/emit-events.ts';
import type { Event } from '../../notifications/event.ts';
import {
  type Attempt,
  type ClaimedDelivery,
  claimDeliveries,
  type EmptyLane,
  type LaneRelease,
  settleDeliveries,
} from './delivery-store.ts';
import { FailureReports } from './failure-reports.ts';
import { type DeliveryDeps, makeDelivery, maxDeliveryMs } from './make-delivery.ts';
import { WakeSignal } from './wake-signal.ts';

/** How many deliveries of one lane are claimed at a time, and for how long a node serves the lane. */
const PER_LANE = 50;
const LANE_MS = 2_000;

/** A lease lasts this much longer than the longest use of a lane. Then the node counts as dead. */
const LEASE_MARGIN_MS = 3_000;

/** The largest share of a node's lanes that one alert may use, however slow its receiver is. */
const MAX_SHARE_PER_ALERT = 0.5;

/** An alert at its limit is claimed again when this share of it is free, not for every single lane. */
const CLAIM_AGAIN_SHARE = 0.25;

type Claimed = ClaimedDelivery | EmptyLane;

/** Makes the deliveries that are due: lanes concurrently, the deliveries of one lane in order. */
export class Dispatcher {
  readonly #ctx: Context;
  readonly #deps: DeliveryDeps;
  readonly #capacity: number;
  readonly #perAlertLimit: number;
  readonly #pollMs: number;
  readonly #wakeSignal = new WakeSignal();
  readonly #lanes = new Set<Promise<void>>();
  readonly #perAlert = new Map<number, number>();
  #attempts: Attempt[] = [];
  #releases: LaneRelease[] = [];
  #events: Event[] = [];
  readonly #failures = new FailureReports();
  #settling: Promise<void> | undefined;
  #nextSettling: Promise<void> | undefined;
  /** Whether the last claim reached a limit, so that more may be due. */
  #isLimited = false;
  #isStopped = false;
  readonly #running: Promise<void>;

  constructor(ctx: Context, deps: DeliveryDeps, capacity: number, pollMs: number) {
    this.#ctx = ctx;
    this.#deps = deps;
    this.#capacity = capacity;
    this.#perAlertLimit = Math.ceil(capacity * MAX_SHARE_PER_ALERT);
    this.#pollMs = pollMs;
    this.#running = this.#run();
  }

  wake(): void {
    this.#wakeSignal.notify();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wakeSignal.notify();
    await this.#running;
    await Promise.all(this.#lanes);
    await this.#settle();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const pauseMs = await this.#dispatch();
      if (!this.#isStopped && pauseMs > 0) await this.#wakeSignal.wait(pauseMs);
    }
  }

  /** Starts what is due. Returns how long to wait before the next claim. */
  async #dispatch(): Promise<number> {
    const free = this.#capacity - this.#lanes.size;
    if (free <= 0) return this.#pollMs;
    const served = new Map(this.#perAlert);
    try {
      const claimed = await this.#claim(free, served);
      const lanes = [...Map.groupBy(claimed, ({ alertId, lane }) => `${alertId} ${lane}`).values()];
      this.#isLimited = lanes.length === free || this.#isAnyAtLimit(served, lanes);
      this.#release(claimed.filter((each) => each.id === null));
      for (const lane of lanes) this.#start(lane.filter((each) => each.id !== null));
      return this.#isLimited && claimed.length > 0 ? 0 : this.#pollMs;
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'Deliveries could not be claimed. Retrying');
      return this.#pollMs;
    }
  }

  #claim(lanes: number, served: ReadonlyMap<number, number>): Promise<Claimed[]> {
    const leaseMs = LANE_MS + maxDeliveryMs(this.#deps) + LEASE_MARGIN_MS;
    const claim = { lanes, perLane: PER_LANE, perAlert: this.#perAlertLimit, served, leaseMs };
    return inOneStatement(this.#ctx.db, (tx) => claimDeliveries(tx, claim));
  }

  /** Lanes of an alert at its limit were left unclaimed, and may have displaced lanes of other alerts. */
  #isAnyAtLimit(served: ReadonlyMap<number, number>, lanes: readonly (readonly Claimed[])[]): boolean {
    const counts = new Map(served);
    for (const [first] of lanes) if (first) counts.set(first.alertId, (counts.get(first.alertId) ?? 0) + 1);
    return [...counts.values()].some((count) => count >= this.#perAlertLimit);
  }

  #release(lanes: readonly EmptyLane[]): void {
    if (lanes.length === 0) return;
    for (const { alertId, lane, lease } of lanes)
      this.#releases.push({ alertId, lane, lease, retryDelayMs: 0 });
    void this.#settle();
  }

  #start(deliveries: readonly ClaimedDelivery[]): void {
    const alertId = deliveries[0]?.alertId;
    if (alertId === undefined) return;
    this.#perAlert.set(alertId, (this.#perAlert.get(alertId) ?? 0) + 1);
    const lane = this.#serveLane(deliveries).finally(() => {
      this.#lanes.delete(lane);
      const left = (this.#perAlert.get(alertId) ?? 1) - 1;
      if (left > 0) this.#perAlert.set(alertId, left);
      else this.#perAlert.delete(alertId);
      if (this.#shouldClaimAgain(left)) this.#wakeSignal.notify();
    });
    this.#lanes.add(lane);
  }

  /** Whether lanes that the last claim left out can be claimed now. */
  #shouldClaimAgain(lanesOfAlert: number): boolean {
    return this.#isLimited && lanesOfAlert <= this.#perAlertLimit * (1 - CLAIM_AGAIN_SHARE);
  }

  /** In order: a delivery that has to wait for a retry blocks those behind it. */
  async #serveLane(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const [first] = deliveries;
    if (!first) return;
    const until = performance.now() + LANE_MS;
    let retryDelayMs = 0;
    for (const delivery of deliveries) {
      const attempt = await makeDelivery(delivery, this.#deps);
      this.#report(delivery, attempt);
      this.#attempts.push(attempt);
      const event = this.#failures.findEvent(delivery, attempt, this.#ctx.now());
      if (event) this.#events.push(event);
      retryDelayMs = attempt.status === 'PENDING' ? (attempt.delayMs ?? 0) : 0;
      if (attempt.status === 'PENDING' || this.#isStopped || performance.now() > until) break;
      if (delivery !== deliveries.at(-1)) void this.#settle();
    }
    const { alertId, lane, lease } = first;
    this.#releases.push({ alertId, lane, lease, retryDelayMs });
    void this.#settle();
  }

  #report({ alertName, uuid, attempts, logSuccess }: ClaimedDelivery, attempt: Attempt): void {
    const { status, destination, responseStatus, error } = attempt;
    const fields = { alert: alertName, delivery: uuid, attempt: attempts + 1, destination, responseStatus };
    if (status === 'DELIVERED') {
      if (logSuccess) this.#ctx.log.info(fields, 'Notification delivered');
      return;
    }
    const level = status === 'FAILED' ? 'warn' : 'debug';
    this.#ctx.log[level]({ ...fields, status, error }, 'Notification not delivered');
  }

  /** Records all outcomes since the last call in one statement. While it runs, more are collected for the next call. */
  #settle(): Promise<void> {
    this.#nextSettling ??= (async () => {
      await this.#settling;
      this.#nextSettling = undefined;
      this.#settling = this.#settleOnce();
      await this.#settling;
    })();
    return this.#nextSettling;
  }

  async #settleOnce(): Promise<void> {
    const attempts = this.#attempts;
    const releases = this.#releases;
    const events = this.#events;
    this.#attempts = [];
    this.#releases = [];
    this.#events = [];
    if (attempts.length === 0 && releases.length === 0) return;
    try {
      if (await this.#record(attempts, releases, events)) this.#wakeSignal.notify();
    } catch (error) {
      // The leases expire and the deliveries are repeated: at least once.
      this.#ctx.log.warn({ err: error }, 'Outcomes of deliveries could not be recorded');
    }
  }

  async #record(
    attempts: readonly Attempt[],
    releases: readonly LaneRelease[],
    events: readonly Event[],
  ): Promise<boolean> {
    const { db, now } = this.#ctx;
    if (events.length === 0) return inOneStatement(db, (tx) => settleDeliveries(tx, attempts, releases));
    return inTransaction(db, async (tx) => {
      await emitEvents(tx, now(), events);
      return settleDeliveries(tx, attempts, releases);
    });
  }
}
