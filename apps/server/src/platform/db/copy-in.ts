import { pipeline } from 'node:stream/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Tx } from './database.ts';

type Chunks = AsyncIterable<Uint8Array>;

class CopySource {
  readonly chunks: Chunks;

  constructor(chunks: Chunks) {
    this.chunks = chunks;
  }
}

/** Runs `COPY … FROM STDIN` in the transaction. The rows come as they are needed and never lie in memory at once. */
export async function copyIn(tx: Tx, statement: string, chunks: Chunks): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(statement, [new CopySource(chunks)]));
}

/** From now on the client knows what to do with the statements of `copyIn`, which come like any other. */
export function takeCopies(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const copying = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const source = Array.isArray(values) ? values[0] : undefined;
    return source instanceof CopySource ? copy(query, String(text), source) : query(...args);
  };
  Object.assign(client, { query: copying });
}

async function copy(query: (...args: unknown[]) => unknown, text: string, { chunks }: CopySource) {
  const sink = query(copyFrom(text)) as ReturnType<typeof copyFrom>;
  await pipeline(chunks, sink);
  return { command: 'COPY', rowCount: sink.rowCount, rows: [] };
}
