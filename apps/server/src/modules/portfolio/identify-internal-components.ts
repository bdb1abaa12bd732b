import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { loadInternalRules } from './internal-components.ts';
import {
  beginIdentification,
  listNames,
  markInternal,
  recordInternalNames,
} from './internal-components-store.ts';

export async function requestIdentification(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, 'identify-internal-components', {}));
}

/**
 * Holds the rules against every name in the portfolio once, however many components have it, and then marks the
 * components in one statement. In transactions of its own kind: names are read in parts that do not stall others.
 */
export async function identifyInternalComponents(ctx: Context): Promise<void> {
  const marked = await inTransaction(ctx.db, async (tx) => {
    const isInternal = await loadInternalRules(tx);
    await beginIdentification(tx);
    for await (const names of listNames(tx)) {
      const internal = names.filter(({ group_name, name }) => isInternal({ group: group_name, name }));
      if (internal.length > 0) await recordInternalNames(tx, internal);
    }
    return markInternal(tx);
  });
  ctx.log.info({ changed: marked }, 'Identified internal components');
}
