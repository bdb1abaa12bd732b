import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { loadInternalRules } from './internal-components.ts';
import {
  beginIdentification,
  listNames,
  markInternal,
  recordInternalNames,
} from './internal-components-store.ts';
import type { IsInternal } from './internal-rule.ts';

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
      const internal = await chooseInternal(names, isInternal);
      if (internal.length > 0) await recordInternalNames(tx, internal);
    }
    return markInternal(tx);
  });
  ctx.log.info({ changed: marked }, 'Identified internal components');
}

const TURN_MS = 25;

/** A pattern of a user may take milliseconds for each name: others have a turn in between. */
async function chooseInternal<Name extends { readonly group_name: string | null; readonly name: string }>(
  names: readonly Name[],
  isInternal: IsInternal,
): Promise<Name[]> {
  const internal: Name[] = [];
  let turnBegan = performance.now();
  for (const each of names) {
    if (isInternal({ group: each.group_name, name: each.name })) internal.push(each);
    if (performance.now() - turnBegan < TURN_MS) continue;
    await nextTurn();
    turnBegan = performance.now();
  }
  return internal;
}
