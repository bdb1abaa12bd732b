import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recordApiKeyUse, recordSessionUse } from './session-store.ts';

/** When sessions and API keys were last used is good to know, but not worth a write on every request. */
const FLUSH_INTERVAL_MS = 30_000;

export class LastUsedRecorder {
  readonly #ctx: Pick<Context, 'db' | 'log'>;
  readonly #timer: NodeJS.Timeout;
  #sessions = new Map<string, Date>();
  #apiKeys = new Map<number, Date>();

  constructor(ctx: Pick<Context, 'db' | 'log'>) {
    this.#ctx = ctx;
    this.#timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  sessionUsed(tokenHash: Buffer, at: Date): void {
    this.#sessions.set(tokenHash.toString('hex'), at);
  }

  apiKeyUsed(id: number, at: Date): void {
    this.#apiKeys.set(id, at);
  }

  /** Losing a batch is no reason to fail anything. */
  async flush(): Promise<void> {
    const sessions = [...this.#sessions].map(([id, at]) => ({ id: Buffer.from(id, 'hex'), at }));
    const apiKeys = [...this.#apiKeys].map(([id, at]) => ({ id, at }));
    this.#sessions = new Map();
    this.#apiKeys = new Map();
    if (sessions.length + apiKeys.length === 0) return;
    try {
      await inTransaction(this.#ctx.db, async (tx) => {
        await recordSessionUse(tx, sessions);
        await recordApiKeyUse(tx, apiKeys);
      });
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'When sessions and API keys were last used could not be recorded');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
