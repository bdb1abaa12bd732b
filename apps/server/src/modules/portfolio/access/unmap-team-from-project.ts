import type { Principal } from '../../../platform/http/principal.ts';
import type { AccessContext } from '../../auth/access-context.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { deleteMapping } from './access-store.ts';
import { getMapping, type MappingKey, mappingNotFound } from './get-mapping.ts';

export async function unmapTeamFromProject(
  ctx: AccessContext,
  caller: Principal,
  key: MappingKey,
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { teamId, projectId } = await getMapping(ctx, tx, caller, key);
    if (!(await deleteMapping(tx, projectId, teamId))) {
      throw mappingNotFound('The project is not mapped to the team.');
    }
  });
}
