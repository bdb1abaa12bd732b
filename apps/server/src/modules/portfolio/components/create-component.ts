import type { CreateComponentRequest, NewComponent } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { requireVisible } from '../projects/project-errors.ts';
import { findVisibility } from '../projects/project-store.ts';
import { enqueueAnalysis } from '../scheduling/enqueue-analysis.ts';
import { fromV2, toComponentFields, toGivenLicense } from './component-fields.ts';
import {
  type ComponentColumns,
  type FoundComponent,
  hasComponent,
  insertComponent,
  lockProjectForChange,
} from './component-store.ts';
import { getComponent } from './get-component.ts';
import { resolveComponentColumns } from './resolve-component-columns.ts';

/** v1: a project may have several components with the same identity. */
export async function createComponent(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  body: NewComponent,
): Promise<FoundComponent> {
  const uuid = await recordComponent(ctx, principal, projectUuid, body);
  return getComponent(ctx.db, principal, uuid);
}

/** v2: refuses a component whose identity the project already has. Returns the UUID of the new component. */
export async function createUniqueComponent(
  ctx: Context,
  principal: Principal,
  body: CreateComponentRequest,
): Promise<string> {
  return recordComponent(ctx, principal, body.project_uuid, fromV2(body), async (tx, projectId, columns) => {
    if (await hasComponent(tx, projectId, columns)) {
      throw new AppError('conflict', 'The project already has a component with the same identity.', {
        title: 'Resource already exists',
      });
    }
  });
}

async function recordComponent(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  body: NewComponent,
  check?: (tx: Tx, projectId: number, columns: ComponentColumns) => Promise<void>,
): Promise<string> {
  const [fields, license, uuid] = [toComponentFields(body), toGivenLicense(body), newUuid()];
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const { id } = requireVisible(await findVisibility(tx, principal, projectUuid));
    const project = requireVisible(await lockProjectForChange(tx, principal, id));
    if (project.collection_logic !== null) {
      throw new AppError('invalid', 'Components cannot be added to a collection project.');
    }
    const columns = await resolveComponentColumns(tx, fields, license);
    await check?.(tx, id, columns);
    await insertComponent(tx, id, uuid, columns);
    await enqueueAnalysis(ctx, tx, projectUuid, 'CHANGE');
    return uuid;
  });
}
