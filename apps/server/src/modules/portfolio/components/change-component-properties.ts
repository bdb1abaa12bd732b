import type { ComponentProperty } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { requireComponent } from './component-errors.ts';
import { lockProperties, replaceProperties } from './component-property-store.ts';
import { findComponentVisibility, lockProjectForChange } from './component-store.ts';

type PlanProperties = (properties: readonly ComponentProperty[]) => readonly ComponentProperty[];

/** Replaces the properties of a component by the planned ones, in one transaction. */
export async function changeComponentProperties(
  ctx: Context,
  principal: Principal,
  uuid: string,
  plan: PlanProperties,
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id, project_id } = requireComponent(await findComponentVisibility(tx, principal, uuid));
    await lockProjectForChange(tx, principal, project_id);
    await replaceProperties(tx, id, plan(await lockProperties(tx, id)));
  });
}
