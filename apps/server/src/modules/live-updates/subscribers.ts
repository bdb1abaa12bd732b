import type { PassThrough } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import { type Principal, toTurnName } from '../../platform/http/principal.ts';

export interface Subscriber {
  readonly stream: PassThrough;
  /** Returns the principal as it is now. Throws if its session has ended. */
  readonly authenticate: () => Promise<Principal>;
}

interface Check {
  readonly principal: Principal;
  /** `performance.now()` */
  readonly at: number;
}

interface Limits {
  readonly total: number;
  readonly perUser: number;
}

/** A client that does not read this many bytes is disconnected. It reads everything again when it reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;

const RETRY = { headers: { 'Retry-After': '30' } };

/** The open streams of a node. */
export class Subscribers {
  readonly #limits: Limits;
  readonly #owners = new Map<Subscriber, string>();
  readonly #checks = new WeakMap<Subscriber, Check>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws if there are too many. The subscriber is removed when its stream closes. */
  add(principal: Principal, subscriber: Subscriber): void {
    const owner = toTurnName(principal);
    const own = [...this.#owners.values()].filter((other) => other === owner).length;
    if (own >= this.#limits.perUser) {
      const detail = `One user may have ${this.#limits.perUser} streams of live updates. Close another one first.`;
      throw new AppError('too-many-requests', detail, RETRY);
    }
    if (this.#owners.size >= this.#limits.total) {
      throw new AppError(
        'unavailable',
        'This node serves no more streams of live updates. Try again later.',
        RETRY,
      );
    }
    this.#owners.set(subscriber, owner);
    this.#checks.set(subscriber, { principal, at: performance.now() });
    subscriber.stream.once('close', () => this.#owners.delete(subscriber));
  }

  list(): Subscriber[] {
    return [...this.#owners.keys()];
  }

  /** Returns the principal, or ends the stream if it may no longer watch. A check of the last `maxAgeMs` counts. */
  async check(subscriber: Subscriber, maxAgeMs: number): Promise<Principal | undefined> {
    const at = performance.now();
    const known = this.#checks.get(subscriber);
    if (known && at - known.at < maxAgeMs) return known.principal;
    try {
      const principal = await subscriber.authenticate();
      this.#checks.set(subscriber, { principal, at });
      return principal;
    } catch (error) {
      // If the database cannot be reached, nothing is known about the session, so the stream ends as well.
      subscriber.stream.end();
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  }

  sendAll(text: string): void {
    for (const subscriber of this.list()) sendTo(subscriber, text);
  }

  endAll(): void {
    for (const { stream } of this.list()) stream.end();
  }
}

export function sendTo({ stream }: Subscriber, text: string): void {
  if (stream.writableEnded || stream.destroyed) return;
  if (stream.readableLength + stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
  else stream.write(text);
}
