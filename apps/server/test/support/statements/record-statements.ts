import type { Kysely, KyselyPlugin } from 'kysely';
import type { DB } from '../../../src/platform/db/database.generated.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs `work` and returns the statements that it executed, in order. */
export async function recordStatements<D extends Kysely<DB>>(
  db: D,
  work: (db: D) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      statements.push({ sql, parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(recorder) as D);
  return statements;
}
