import type { NewService } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { lockProjectForChange } from '../components/component-store.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { getProjectId } from '../projects/get-project-id.ts';
import { requireVisible } from '../projects/project-errors.ts';
import { getService } from './get-service.ts';
import { type FoundService, insertService } from './service-store.ts';
import { toServiceColumns } from './to-service-columns.ts';

export async function createService(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  body: NewService,
): Promise<FoundService> {
  const [columns, uuid] = [toServiceColumns(body), newUuid()];
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const id = await getProjectId(tx, principal, projectUuid);
    const project = requireVisible(await lockProjectForChange(tx, principal, id));
    if (project.collection_logic !== null) {
      throw new AppError('invalid', 'Services cannot be added to a collection project.');
    }
    await insertService(tx, id, uuid, columns);
    return getService(tx, principal, uuid);
  });
}
