import type { Socket } from 'node:net';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Tx } from './database.ts';

type Chunks = AsyncIterable<Uint8Array>;

class CopySource {
  readonly chunks: Chunks;

  constructor(chunks: Chunks) {
    this.chunks = chunks;
  }
}

/**
 * Runs `COPY … FROM STDIN` in the transaction. The next chunk is consumed after the previous one was sent: its memory may
 * be reused, and the rows are never in memory at once.
 */
export async function copyIn(tx: Tx, statement: string, chunks: Chunks): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(statement, [new CopySource(chunks)]));
}

/** Makes the client run the statements of `copyIn`, which arrive through `query` like all others. */
export function supportCopies(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryOrCopy = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const source = Array.isArray(values) ? values[0] : undefined;
    if (!(source instanceof CopySource)) return query(...args);
    const copy = new CopyQuery(String(text), source.chunks);
    query(copy);
    return copy.done;
  };
  Object.assign(client, { query: queryOrCopy });
}

/** The part of the client's connection that a query uses. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const COPY_DATA = 0x64;
const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;

/** A query of the client that sends its rows when the server asks for them. */
class CopyQuery {
  readonly #text: string;
  readonly #chunks: Chunks;
  readonly #outcome = Promise.withResolvers<{ command: string; rowCount: number; rows: never[] }>();
  #failure: Error | undefined;
  #command = '';

  constructor(text: string, chunks: Chunks) {
    this.#text = text;
    this.#chunks = chunks;
  }

  get done(): Promise<unknown> {
    return this.#outcome.promise;
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.#failure ??= error;
      connection.sendCopyFail('The rows could not be read to their end.');
    });
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#chunks) {
      if (this.#failure) return;
      await send(connection.stream, chunk);
    }
    connection.endCopyFrom();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#command = text;
  }

  /** An error of the rows says more than that of the server, which only knows that they ended early. */
  handleError(error: Error): void {
    this.#failure ??= error;
    this.#outcome.reject(this.#failure);
  }

  handleReadyForQuery(): void {
    const rowCount = Number(/\d+$/.exec(this.#command)?.[0] ?? 0);
    this.#outcome.resolve({ command: 'COPY', rowCount, rows: [] });
  }
}

function send(stream: Socket, chunk: Uint8Array): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = COPY_DATA;
  header.writeUInt32BE(chunk.length + LENGTH_BYTES, 1);
  stream.write(header);
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
