import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';
import type { HotStatements } from './hot-statements.ts';

/** Type OID of PostgreSQL. */
const TEXT = 25;

const FIRST_BYTES = 64 * 1024;

/** Of a UTF-16 code unit in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Texts of rows by number, stored as bytes outside the heap. Blocks of rows as objects would live long enough to be
 * moved to the old generation, whose garbage collection is expensive in a large export. Texts that are read from here
 * one by one are collected early.
 */
export class RowTexts {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  readonly #places = new Map<number, { readonly begin: number; readonly end: number }>();

  add(key: number, text: string): void {
    this.#require(text.length * MAX_BYTES_PER_UNIT);
    const begin = this.#length;
    this.#length += this.#bytes.write(text, begin);
    this.#places.set(key, { begin, end: this.#length });
  }

  find(key: number): string | undefined {
    const place = this.#places.get(key);
    return place && this.#bytes.toString('utf8', place.begin, place.end);
  }

  clear(): void {
    this.#length = 0;
    this.#places.clear();
  }

  #require(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Two buffers in turn: rows are read from one of them while the other one is being filled. */
export function alternateRowTexts(): () => RowTexts {
  const buffers = [new RowTexts(), new RowTexts()] as const;
  let isSecond = false;
  return () => {
    isSecond = !isSecond;
    return buffers[isSecond ? 1 : 0];
  };
}

/** Fills `into` with the rows of a statement. Each has a number and a text, neither of them null. */
export async function readRowTexts(
  db: Db,
  statement: RawBuilder<unknown>,
  into: RowTexts,
): Promise<RowTexts> {
  const compiled = statement.compile(db);
  into.clear();
  await db.executeQuery({ ...compiled, parameters: [...compiled.parameters, into] });
  return into;
}

/** Makes the client run the statements of `readRowTexts`, which arrive through `query` like all others. */
export function supportRowTexts(client: pg.PoolClient, statements: HotStatements): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const queryOrRead = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const into = Array.isArray(values) ? values.at(-1) : undefined;
    if (!(into instanceof RowTexts) || !Array.isArray(values)) return query(...args);
    const name = statements.nameOf(String(text));
    const types = { getTypeParser: adder(into) };
    return query({ text, values: values.slice(0, -1), rowMode: 'array', types, ...(name ? { name } : {}) });
  };
  Object.assign(client, { query: queryOrRead });
}

/** The driver parses the columns of a row in order. */
function adder(into: RowTexts): (type: number) => (value: string) => void {
  let key = 0;
  return (type) => {
    if (type !== TEXT)
      return (value) => {
        key = Number(value);
      };
    return (value) => into.add(key, value);
  };
}
