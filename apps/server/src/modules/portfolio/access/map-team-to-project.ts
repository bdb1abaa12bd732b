import type { Principal } from '../../../platform/http/principal.ts';
import type { AccessContext } from '../../auth/access-context.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { insertMapping } from './access-store.ts';
import { getMapping, type MappingKey } from './get-mapping.ts';

export async function mapTeamToProject(
  ctx: AccessContext,
  caller: Principal,
  key: MappingKey,
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { teamId, projectId } = await getMapping(ctx, tx, caller, key);
    await insertMapping(tx, projectId, teamId);
  });
}
