import type { Context } from '../../platform/context.ts';
import { inOneStatement, inTransaction } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import type { Event } from '../notifications/event.ts';
import { Bell } from './bell.ts';
import {
  type Attempt,
  type ClaimedDelivery,
  claimDeliveries,
  type EmptyLane,
  type LaneRelease,
  settleDeliveries,
} from './delivery-store.ts';
import { FailureReports } from './failure-reports.ts';
import { type DeliveryMeans, longestDelivery, makeDelivery } from './make-delivery.ts';

/** How many of one lane are taken at a time, and for how long a node goes on with them. */
const PER_LANE = 50;
const LANE_MS = 2_000;

/** A node that does not give a lane back in time is taken for dead: this much after the longest use of it. */
const LEASE_MARGIN_MS = 3_000;

/** No receiver, however slow, gets more than this share of a node. */
const SHARE_PER_ALERT = 0.5;

/** Whoever has all it may have is looked for again when this much of it is free: not for each lane by itself. */
const WORTH_LOOKING = 0.25;

type Claimed = ClaimedDelivery | EmptyLane;

/** Makes the deliveries that are due: lanes beside each other, those of one lane one after the other. */
export class Dispatcher {
  readonly #ctx: Context;
  readonly #means: DeliveryMeans;
  readonly #capacity: number;
  readonly #perAlertLimit: number;
  readonly #pollMs: number;
  readonly #bell = new Bell();
  readonly #lanes = new Set<Promise<void>>();
  readonly #perAlert = new Map<number, number>();
  #attempts: Attempt[] = [];
  #releases: LaneRelease[] = [];
  #events: Event[] = [];
  readonly #failures = new FailureReports();
  #settling: Promise<void> | undefined;
  #nextSettling: Promise<void> | undefined;
  /** Whether there was no room for all that was due. */
  #isLimited = false;
  #isStopped = false;
  readonly #running: Promise<void>;

  constructor(ctx: Context, means: DeliveryMeans, capacity: number, pollMs: number) {
    this.#ctx = ctx;
    this.#means = means;
    this.#capacity = capacity;
    this.#perAlertLimit = Math.ceil(capacity * SHARE_PER_ALERT);
    this.#pollMs = pollMs;
    this.#running = this.#run();
  }

  wake(): void {
    this.#bell.ring();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#bell.ring();
    await this.#running;
    await Promise.all(this.#lanes);
    await this.#settle();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const pauseMs = await this.#dispatch();
      if (!this.#isStopped && pauseMs > 0) await this.#bell.wait(pauseMs);
    }
  }

  /** Starts what is due; answers how long there is nothing more to start. */
  async #dispatch(): Promise<number> {
    const free = this.#capacity - this.#lanes.size;
    if (free <= 0) return this.#pollMs;
    const served = new Map(this.#perAlert);
    try {
      const claimed = await this.#claim(free, served);
      const lanes = [...Map.groupBy(claimed, ({ alertId, lane }) => `${alertId} ${lane}`).values()];
      this.#isLimited = lanes.length === free || this.#isAnyAtLimit(served, lanes);
      this.#giveBack(claimed.filter((each) => each.id === null));
      for (const lane of lanes) this.#start(lane.filter((each) => each.id !== null));
      return this.#isLimited && claimed.length > 0 ? 0 : this.#pollMs;
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'Deliveries could not be taken; trying again');
      return this.#pollMs;
    }
  }

  #claim(lanes: number, served: ReadonlyMap<number, number>): Promise<Claimed[]> {
    const leaseMs = LANE_MS + longestDelivery(this.#means) + LEASE_MARGIN_MS;
    const claim = { lanes, perLane: PER_LANE, perAlert: this.#perAlertLimit, served, leaseMs };
    return inOneStatement(this.#ctx.db, (tx) => claimDeliveries(tx, claim));
  }

  /** Of such an alert lanes may have been left where they are, and they may have been in the way of others. */
  #isAnyAtLimit(served: ReadonlyMap<number, number>, lanes: readonly (readonly Claimed[])[]): boolean {
    const counts = new Map(served);
    for (const [first] of lanes) if (first) counts.set(first.alertId, (counts.get(first.alertId) ?? 0) + 1);
    return [...counts.values()].some((count) => count >= this.#perAlertLimit);
  }

  #giveBack(lanes: readonly EmptyLane[]): void {
    if (lanes.length === 0) return;
    for (const { alertId, lane, lease } of lanes) this.#releases.push({ alertId, lane, lease, restMs: 0 });
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
      if (this.#isWorthLooking(left)) this.#bell.ring();
    });
    this.#lanes.add(lane);
  }

  /** Whether there may be something to start that there was no room for, and now is some. */
  #isWorthLooking(lanesOfAlert: number): boolean {
    return this.#isLimited && lanesOfAlert <= this.#perAlertLimit * (1 - WORTH_LOOKING);
  }

  /** In order: a delivery that must wait holds up those behind it. */
  async #serveLane(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const [first] = deliveries;
    if (!first) return;
    const until = performance.now() + LANE_MS;
    let restMs = 0;
    for (const delivery of deliveries) {
      const attempt = await makeDelivery(delivery, this.#means);
      this.#report(delivery, attempt);
      this.#attempts.push(attempt);
      const event = this.#failures.findEvent(delivery, attempt, this.#ctx.now());
      if (event) this.#events.push(event);
      restMs = attempt.status === 'PENDING' ? (attempt.delayMs ?? 0) : 0;
      if (attempt.status === 'PENDING' || this.#isStopped || performance.now() > until) break;
      if (delivery !== deliveries.at(-1)) void this.#settle();
    }
    const { alertId, lane, lease } = first;
    this.#releases.push({ alertId, lane, lease, restMs });
    void this.#settle();
  }

  #report({ alertName, uuid, attempts, logSuccess }: ClaimedDelivery, attempt: Attempt): void {
    const { status, destination, responseStatus, error } = attempt;
    const about = { alert: alertName, delivery: uuid, attempt: attempts + 1, destination, responseStatus };
    if (status === 'DELIVERED') {
      if (logSuccess) this.#ctx.log.info(about, 'A notification was delivered');
      return;
    }
    const level = status === 'FAILED' ? 'warn' : 'debug';
    this.#ctx.log[level]({ ...about, error }, `A notification was not delivered: ${status}`);
  }

  /** Writes down what was done since the last time, all at once: while it writes, more comes together. */
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
      if (await this.#record(attempts, releases, events)) this.#bell.ring();
    } catch (error) {
      // The leases run out, and the deliveries are made again: at least once.
      this.#ctx.log.warn({ err: error }, 'What became of deliveries could not be written down');
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
