import type pg from 'pg';

/** A statement is prepared after this many uses. */
const HOT_AFTER = 5;

/** Limits the memory of this process and of the server when the texts of statements vary without end. */
const MAX_STATEMENTS = 1_000;

/**
 * Names frequent statements, so that PostgreSQL parses and plans them once per connection. For many lists that is most of
 * the cost. Rare statements stay unnamed.
 */
export class HotStatements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses > HOT_AFTER) return this.#name(text);
    if (this.#uses.size < MAX_STATEMENTS) this.#uses.set(text, uses);
    return undefined;
  }

  #name(text: string): string {
    const name = `hot_${this.#names.size}`;
    this.#names.set(text, name);
    this.#uses.delete(text);
    return name;
  }
}

/** Makes the client prepare frequent statements. Only statements with parameters are considered. */
export function prepareHotStatements(client: pg.PoolClient, statements: HotStatements): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (...args: unknown[]): unknown => {
    const [text, values, callback] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || callback !== undefined) return query(...args);
    const name = statements.nameOf(text);
    return name === undefined ? query(text, values) : query({ name, text, values });
  };
  Object.assign(client, { query: prepared });
}
