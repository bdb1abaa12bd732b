import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';
import type { HotStatements } from './hot-statements.ts';

/** The number by which PostgreSQL knows the type. */
const TEXT = 25;

const FIRST_BYTES = 64 * 1024;

/** No character needs more in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

/**
 * The texts of rows that wait for their turn, by number, one after the other in bytes. Whole blocks of rows as objects
 * would live long enough to be moved to the old part of the heap, where the garbage of a large export piles up; what is
 * read from here one by one is forgotten as soon as it is written.
 */
export class RowTexts {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  readonly #places = new Map<number, { readonly begin: number; readonly end: number }>();

  add(key: number, text: string): void {
    this.#require(text.length * MOST_BYTES_PER_UNIT);
    const begin = this.#length;
    this.#length += this.#bytes.write(text, begin);
    this.#places.set(key, { begin, end: this.#length });
  }

  find(key: number): string | undefined {
    const place = this.#places.get(key);
    return place && this.#bytes.toString('utf8', place.begin, place.end);
  }

  /** Makes room for other rows. */
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

/** Two places in turn: rows are read from one of them while the other one is being filled. */
export function alternatePlaces(): () => RowTexts {
  const places = [new RowTexts(), new RowTexts()] as const;
  let isSecond = false;
  return () => {
    isSecond = !isSecond;
    return places[isSecond ? 1 : 0];
  };
}

/** Fills `into` with what a statement finds: a number and a text in each row, neither of them null. */
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

/** From now on the client knows what to do with the statements of `readRowTexts`, which come like any other. */
export function takeRowTexts(client: pg.PoolClient, statements: HotStatements): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const reading = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const into = Array.isArray(values) ? values.at(-1) : undefined;
    if (!(into instanceof RowTexts) || !Array.isArray(values)) return query(...args);
    const name = statements.nameOf(String(text));
    const types = { getTypeParser: adder(into) };
    return query({ text, values: values.slice(0, -1), rowMode: 'array', types, ...(name ? { name } : {}) });
  };
  Object.assign(client, { query: reading });
}

/** The columns of a row come one after the other. */
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
