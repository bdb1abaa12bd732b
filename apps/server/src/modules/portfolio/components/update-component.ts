import type { ComponentReplacement } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { enqueueAnalysis } from '../scheduling/enqueue-analysis.ts';
import { requireComponent } from './component-errors.ts';
import { toComponentFields, toGivenLicense } from './component-fields.ts';
import {
  type ComponentColumns,
  type FoundComponent,
  findComponentVisibility,
  lockProjectForChange,
  updateComponent as updateComponentRow,
} from './component-store.ts';
import { getComponent } from './get-component.ts';
import { resolveComponentColumns } from './resolve-component-columns.ts';

/** Replaces the description of a component. Its place in the graph and other content of the BOM stay. */
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
    const columns = await resolveComponentColumns(tx, fields, license);
    await updateComponentRow(tx, current.id, columns, planOutdatedMembers(current, columns));
    if (changesIdentifiers(current, columns)) await enqueueAnalysis(ctx, tx, current.project.uuid, 'CHANGE');
    return getComponent(tx, principal, body.uuid);
  });
}

/** The identifiers that matching uses. */
function changesIdentifiers(current: FoundComponent, next: ComponentColumns): boolean {
  return current.purl !== next.purl || current.cpe !== next.cpe || current.version !== next.version;
}

/** Members of the uploaded BOM that the change contradicts: its licences and its unreadable package URL. */
function planOutdatedMembers(current: FoundComponent, next: ComponentColumns): string[] {
  const licenseChanges =
    current.license_id !== next.license_id ||
    current.license_name !== next.license_name ||
    current.license_expression !== next.license_expression ||
    current.license_url !== next.license_url;
  return [...(licenseChanges ? ['licenses'] : []), ...(next.purl ? ['purl'] : [])];
}
