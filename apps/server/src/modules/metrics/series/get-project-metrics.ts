import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { PROJECT_NUMBERS, type ProjectMetricsRow, zerosOf } from '../../metric-values/metric-numbers.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import { findProjectMetrics } from './series-store.ts';

/** A project that was not counted yet has zeros. */
export async function getProjectMetrics(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<ProjectMetricsRow> {
  const measured = await findProjectMetrics(ctx.db, await getProjectId(ctx.db, principal, uuid));
  return measured ?? { ...zerosOf(PROJECT_NUMBERS), risk_score: 0, measured_at: ctx.now() };
}
