import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import {
  beginIdentification,
  listNames,
  markInternal,
  recordInternalNames,
} from './internal-components-store.ts';
import type { IsInternal } from './internal-rule.ts';
import { loadInternalRules } from './load-internal-rules.ts';

export async function requestIdentification(ctx: Context): Promise<void> {
  await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, 'identify-internal-components', {}));
}

/**
 * Tests every distinct name of the portfolio once and then marks the components in one statement. Reads the names in
 * batches, so that the event loop stays free.
 */
export async function identifyInternalComponents(ctx: Context): Promise<void> {
  const changed = await inTransaction(ctx.db, async (tx) => {
    const isInternal = await loadInternalRules(tx);
    await beginIdentification(tx);
    for await (const names of listNames(tx)) {
      const internal = await chooseInternal(names, isInternal);
      if (internal.length > 0) await recordInternalNames(tx, internal);
    }
    return markInternal(tx);
  });
  ctx.log.info({ changed }, 'Identified internal components');
}

const TURN_MS = 25;

/** Yields to the event loop, because the pattern of a user may take milliseconds for each name. */
async function chooseInternal<Name extends { readonly group_name: string | null; readonly name: string }>(
  names: readonly Name[],
  isInternal: IsInternal,
): Promise<Name[]> {
  const internal: Name[] = [];
  let turnStart = performance.now();
  for (const each of names) {
    if (isInternal({ group: each.group_name, name: each.name })) internal.push(each);
    if (performance.now() - turnStart < TURN_MS) continue;
    await nextTurn();
    turnStart = performance.now();
  }
  return internal;
}
