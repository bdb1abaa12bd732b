import type { ComponentReplacement, CreateComponentRequest, NewComponent } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { findKnownLicense } from '../licenses/find-known-license.ts';
import {
  type ComponentFields,
  fromV2,
  type GivenLicense,
  toComponentFields,
  toGivenLicense,
} from './component-fields.ts';
import { requireComponent } from './component-refusals.ts';
import {
  type ComponentColumns,
  deleteComponent as deleteComponentRow,
  type FoundComponent,
  findComponent,
  findComponentVisibility,
  hasComponent,
  insertComponent,
  lockProjectForChange,
  updateComponent as updateComponentRow,
} from './component-store.ts';
import { enqueueAnalysis } from './enqueue-analysis.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { loadInternalRules } from './internal-components.ts';
import { requireVisible } from './project-refusals.ts';
import { findVisibility } from './project-store.ts';
import { toComponentColumns } from './to-component-columns.ts';

export async function getComponent(db: Db, principal: Principal, uuid: string): Promise<FoundComponent> {
  return requireComponent(await findComponent(db, principal, uuid));
}

export async function createComponent(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  body: NewComponent,
): Promise<FoundComponent> {
  const uuid = await addComponent(ctx, principal, projectUuid, body);
  return getComponent(ctx.db, principal, uuid);
}

/** Answers the uuid of the new component. Two of one identity are a conflict. */
export async function createComponentOnce(
  ctx: Context,
  principal: Principal,
  body: CreateComponentRequest,
): Promise<string> {
  return addComponent(ctx, principal, body.project_uuid, fromV2(body), async (tx, projectId, columns) => {
    if (await hasComponent(tx, projectId, columns)) {
      throw new AppError('conflict', 'The project has a component with the same identity already.', {
        title: 'Resource already exists',
      });
    }
  });
}

async function addComponent(
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
    const columns = await resolveColumns(tx, fields, license);
    await check?.(tx, id, columns);
    await insertComponent(tx, id, uuid, columns);
    await enqueueAnalysis(ctx, tx, projectUuid, 'CHANGE');
    return uuid;
  });
}

/** Replaces what describes a component; where it stands in the graph and what a document said beyond that stay. */
export async function updateComponent(
  ctx: Context,
  principal: Principal,
  body: ComponentReplacement,
): Promise<FoundComponent> {
  const [fields, license] = [toComponentFields(body), toGivenLicense(body)];
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const { project_id } = requireComponent(await findComponentVisibility(tx, principal, body.uuid));
    await lockProjectForChange(tx, principal, project_id);
    const current = await getComponent(tx, principal, body.uuid);
    const columns = await resolveColumns(tx, fields, license);
    await updateComponentRow(tx, current.id, columns, planOutdated(current, columns));
    if (changesIdentifiers(current, columns)) await enqueueAnalysis(ctx, tx, current.project.uuid, 'CHANGE');
    return getComponent(tx, principal, body.uuid);
  });
}

export async function deleteComponent(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id, project_id } = requireComponent(await findComponentVisibility(tx, principal, uuid));
    await lockProjectForChange(tx, principal, project_id);
    await deleteComponentRow(tx, project_id, id);
  });
}

async function resolveColumns(
  db: Db,
  fields: ComponentFields,
  given: GivenLicense,
): Promise<ComponentColumns> {
  const [license, isInternal] = await Promise.all([findKnownLicense(db, given), loadInternalRules(db)]);
  return toComponentColumns(fields, {
    licenseId: license?.id ?? null,
    licenseName: license ? null : given.text,
    isInternal: fields.isInternal || isInternal(fields),
  });
}

/** What decides about findings. */
function changesIdentifiers(current: FoundComponent, next: ComponentColumns): boolean {
  return current.purl !== next.purl || current.cpe !== next.cpe || current.version !== next.version;
}

/** The document's own licences and its unreadable package URL say no longer what is so. */
function planOutdated(current: FoundComponent, next: ComponentColumns): string[] {
  const licenseChanges =
    current.license_id !== next.license_id ||
    current.license_name !== next.license_name ||
    current.license_expression !== next.license_expression ||
    current.license_url !== next.license_url;
  return [...(licenseChanges ? ['licenses'] : []), ...(next.purl ? ['purl'] : [])];
}
