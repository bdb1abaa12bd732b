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
 * Runs `COPY … FROM STDIN` in the transaction. A chunk is asked for when the one before it has left for the
 * database: the memory of that one may then be used again, and rows never lie in memory at once.
 */
export async function copyIn(tx: Tx, statement: string, chunks: Chunks): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(statement, [new CopySource(chunks)]));
}

/** From now on the client knows what to do with the statements of `copyIn`, which come like any other. */
export function takeCopies(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const copying = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const source = Array.isArray(values) ? values[0] : undefined;
    if (!(source instanceof CopySource)) return query(...args);
    const copy = new CopyQuery(String(text), source.chunks);
    query(copy);
    return copy.done;
  };
  Object.assign(client, { query: copying });
}

/** What a query uses of the client's connection. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const COPY_DATA = 0x64;
const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;

/** A statement of the client whose rows are sent when the server asks for them. */
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

  /** The error of the rows says more than that of the server, which was told that they ended. */
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
