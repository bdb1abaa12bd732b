import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';
import type { HotStatements } from './hot-statements.ts';

const FIRST_BYTES = 64 * 1024;

/** No character needs more in UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

/**
 * The texts of rows that wait for their turn, one after the other in bytes. Whole blocks of rows as objects would live
 * long enough to be moved to the old part of the heap, where the garbage of a large export piles up; what is read from
 * here one by one is forgotten as soon as it is written.
 */
export class RowTexts implements Iterable<string> {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  #ends: number[] = [];

  get size(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    this.#require(text.length * MOST_BYTES_PER_UNIT);
    this.#length += this.#bytes.write(text, this.#length);
    this.#ends.push(this.#length);
  }

  /** Makes room for other rows. */
  clear(): void {
    this.#length = 0;
    this.#ends = [];
  }

  *[Symbol.iterator](): Generator<string> {
    let begin = 0;
    for (const end of this.#ends) {
      yield this.#bytes.toString('utf8', begin, end);
      begin = end;
    }
  }

  #require(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Fills `into` with what a statement finds: one column of text, nowhere null. */
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
    const types = { getTypeParser: () => (value: string) => into.add(value) };
    return query({ text, values: values.slice(0, -1), rowMode: 'array', types, ...(name ? { name } : {}) });
  };
  Object.assign(client, { query: reading });
}
