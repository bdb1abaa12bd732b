import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { COMPONENT_NUMBERS, type ComponentMetricsRow, zerosOf } from '../../metric-values/metric-numbers.ts';
import { getComponent } from '../../portfolio/components/get-component.ts';
import { findComponentMetrics } from './series-store.ts';

/** A component that was never affected has zeros. */
export async function getComponentMetrics(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<ComponentMetricsRow> {
  const { id } = await getComponent(ctx.db, principal, uuid);
  const measured = await findComponentMetrics(ctx.db, id);
  return measured ?? { ...zerosOf(COMPONENT_NUMBERS), risk_score: 0, measured_at: ctx.now() };
}
