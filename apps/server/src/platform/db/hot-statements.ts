import type pg from 'pg';

/** Uses after which a statement is worth preparing. */
const HOT_AFTER = 5;

/** Statements whose text varies without end must not fill the memory of this process or of the server. */
const MOST_STATEMENTS = 1_000;

/**
 * Gives statements that are used again and again a name, so that PostgreSQL parses and plans them once per
 * connection: for a list of projects that is most of the cost. Rare ones stay unnamed.
 */
export class HotStatements {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses > HOT_AFTER) return this.#name(text);
    if (this.#uses.size < MOST_STATEMENTS) this.#uses.set(text, uses);
    return undefined;
  }

  #name(text: string): string {
    const name = `hot_${this.#names.size}`;
    this.#names.set(text, name);
    this.#uses.delete(text);
    return name;
  }
}

/** From now on the client prepares what is hot. Only statements with parameters come in this form. */
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
