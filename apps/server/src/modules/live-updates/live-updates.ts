import type { LiveChanges } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/db/connect.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accessScope } from '../portfolio/access/project-access.ts';
import { ChangeFeed } from './change-feed.ts';
import { listAccessibleProjects } from './changed-projects-store.ts';
import { type PendingChanges, planLiveChanges } from './plan-live-changes.ts';
import { type Subscriber, Subscribers, sendTo } from './subscribers.ts';

const READY = toEvent('ready', {});
const REFRESH = toEvent('refresh', {});
const HEARTBEAT = ': nothing new\n\n';

/**
 * While changes are constant, a stream is authenticated this often, not for every batch: that would be two queries per
 * second for each stream. After a revocation changes are sent for at most this time.
 */
const MAX_CHECK_AGE_MS = 5_000;

/** Passes changes that any node commits to the clients that watch this node. */
export class LiveUpdates {
  readonly #ctx: Context;
  readonly #subscribers: Subscribers;
  readonly #feed: ChangeFeed;
  readonly #isDraining: () => boolean;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(ctx: Context, pool: Connection['pool'], isDraining: () => boolean) {
    this.#ctx = ctx;
    this.#isDraining = isDraining;
    this.#subscribers = new Subscribers({
      total: ctx.config['svc.live-updates.max-connections'],
      perUser: ctx.config['svc.live-updates.max-connections-per-user'],
    });
    let hasBeenConnected = false;
    this.#feed = new ChangeFeed({
      pool,
      log: ctx.log,
      onChanges: (changes) => this.#pass(changes),
      onConnected: () => {
        this.#subscribers.sendAll(hasBeenConnected ? REFRESH : READY);
        hasBeenConnected = true;
      },
    });
  }

  /** Throws if there are too many subscribers. */
  subscribe(principal: Principal, subscriber: Subscriber): void {
    this.#subscribers.add(principal, subscriber);
    this.#feed.start();
    sendTo(subscriber, this.#feed.isConnected ? READY : HEARTBEAT);
    this.#heartbeat ??= setInterval(
      () => void this.#beat(),
      this.#ctx.config['svc.live-updates.heartbeat-ms'],
    ).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#subscribers.endAll();
    await this.#feed.stop();
  }

  /** Subscribers that see the same projects share one query. */
  async #pass(changes: PendingChanges): Promise<void> {
    const ids = [...new Set([...changes.values()].flatMap((projects) => [...projects]))];
    const accessible = new Map<string, ReturnType<typeof listAccessibleProjects>>();
    const passTo = async (subscriber: Subscriber) => {
      const principal = await this.#subscribers.check(subscriber, MAX_CHECK_AGE_MS);
      if (!principal) return;
      const scope = accessScope(principal);
      const projects = accessible.get(scope) ?? listAccessibleProjects(this.#ctx.db, principal, ids);
      accessible.set(scope, projects);
      const planned = planLiveChanges(changes, principal, await projects);
      if (planned.length > 0)
        sendTo(subscriber, toEvent('change', { changes: planned } satisfies LiveChanges));
    };
    await Promise.all(this.#subscribers.list().map(passTo));
  }

  /** While the node drains, clients reconnect to another one. */
  async #beat(): Promise<void> {
    if (this.#isDraining()) this.#subscribers.endAll();
    this.#subscribers.sendAll(HEARTBEAT);
    const checks = this.#subscribers.list().map((subscriber) => this.#subscribers.check(subscriber, 0));
    const failed = (await Promise.allSettled(checks)).find((check) => check.status === 'rejected');
    if (failed) this.#ctx.log.warn({ err: failed.reason }, 'Sessions of live updates could not be checked');
  }
}

function toEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
