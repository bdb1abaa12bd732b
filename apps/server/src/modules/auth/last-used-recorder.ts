import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recordApiKeyUse, recordSessionUse } from './session-store.ts';

/** Usage times of sessions and API keys are not worth a write per request, so they are written in batches. */
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

  /** Never throws: a lost batch is acceptable. */
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
      this.#ctx.log.warn({ err: error }, 'Recording the last use of sessions and API keys failed');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
