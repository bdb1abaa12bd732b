import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { lockRequests } from './analysis-request-store.ts';

/** Enqueues an analysis. Returns its token. "409 when a manual run is pending." */
export async function requestAnalysis(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
): Promise<string> {
  const payload = { projectUuid: projectUuid.toLowerCase(), trigger: 'MANUAL' } as const;
  const projectId = await getProjectId(ctx.db, principal, projectUuid);
  const token = newUuid();
  await inTransaction(ctx.db, async (tx) => {
    await lockRequests(tx, projectId);
    if (await ctx.jobs.isUnfinished(tx, 'analyze-project', payload)) {
      throw new AppError(
        'conflict',
        'An analysis of the project is already pending. Wait until it has finished.',
      );
    }
    await ctx.jobs.enqueue(tx, 'analyze-project', payload, { token });
  });
  return token;
}
