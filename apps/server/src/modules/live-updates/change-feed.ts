import type { ChangeKind } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/db/connect.ts';
import { listenToChannel } from '../../platform/db/listen-to-channel.ts';
import type { PendingChanges } from './plan-live-changes.ts';
import { PROJECT_CHANGES_CHANNEL, parseProjectChanges } from './project-changes-message.ts';

/** Changes are collected for this time, so that an import is one event and not hundreds. */
const COLLECT_MS = 500;

interface FeedOptions {
  readonly pool: Connection['pool'];
  readonly log: Context['log'];
  readonly onChanges: (changes: PendingChanges) => Promise<void>;
  /** Called when changes are received from now on. Earlier ones may have been missed. */
  readonly onConnected: () => void;
}

/** Receives the changes that any node commits. Listens from the first `start` on. */
export class ChangeFeed {
  readonly #options: FeedOptions;
  #pending = new Map<ChangeKind, Set<number>>();
  #timer: NodeJS.Timeout | undefined;
  #passing = Promise.resolve();
  #listener: { stop(): Promise<void> } | undefined;
  #isConnected = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  start(): void {
    const { pool, log, onConnected } = this.#options;
    this.#listener ??= listenToChannel({
      pool,
      log,
      channel: PROJECT_CHANGES_CHANNEL,
      onMessage: (payload) => this.#receive(payload),
      onConnected: () => {
        this.#isConnected = true;
        onConnected();
      },
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#listener?.stop();
    await this.#passing;
  }

  #receive(payload: string): void {
    const message = parseProjectChanges(payload);
    if (!message) return;
    const known = this.#pending.get(message.kind);
    if (known) for (const id of message.projectIds) known.add(id);
    else this.#pending.set(message.kind, new Set(message.projectIds));
    this.#timer ??= setTimeout(() => this.#pass(), COLLECT_MS);
  }

  /** One batch after the other: if they are slow, changes are collected for longer. */
  #pass(): void {
    this.#passing = this.#passing.then(async () => {
      const changes = this.#pending;
      this.#pending = new Map();
      this.#timer = undefined;
      try {
        await this.#options.onChanges(changes);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'Changes could not be passed on to live updates');
      }
    });
  }
}
