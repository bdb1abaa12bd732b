import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getTeam } from '../../auth/get-team.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import * as limits from './alert-limits-store.ts';
import type { AlertRow } from './alert-store.ts';
import { getAlert } from './get-alert.ts';
import { requireAlertAccess } from './require-alert-access.ts';

type Limit = 'project' | 'team';
type Change = 'add' | 'remove';

/** Returns the changed alert, or undefined if nothing changed. */
export async function changeAlertLimit(
  ctx: Context,
  principal: Principal,
  change: Change,
  limit: Limit,
  uuids: { readonly alert: string; readonly limit: string },
): Promise<AlertRow | undefined> {
  const isChanged = await inTransaction(ctx.db, async (tx) => {
    const alert = await getAlert(tx, principal, uuids.alert);
    if (alert.scope === 'PORTFOLIO') requireAlertAccess(principal, alert);
    const done =
      limit === 'project'
        ? await changeProject(tx, principal, change, alert, uuids.limit)
        : await changeTeam(tx, change, alert, uuids.limit);
    if (done) {
      await limits.touchAlert(tx, alert.id);
      const changed = await getAlert(tx, principal, uuids.alert);
      if (changed.scope === 'PORTFOLIO') requireAlertAccess(principal, changed);
    }
    return done;
  });
  return isChanged ? getAlert(ctx.db, principal, uuids.alert) : undefined;
}

async function changeProject(
  tx: Tx,
  principal: Principal,
  change: Change,
  alert: AlertRow,
  projectUuid: string,
): Promise<boolean> {
  if (alert.scope !== 'PORTFOLIO')
    throw new AppError('not-acceptable', 'Only alerts with scope PORTFOLIO can be limited to projects.');
  const projectId = await getProjectId(tx, principal, projectUuid);
  return change === 'add'
    ? limits.addProject(tx, alert.id, projectId)
    : limits.removeProject(tx, alert.id, projectId);
}

async function changeTeam(tx: Tx, change: Change, alert: AlertRow, teamUuid: string): Promise<boolean> {
  const { id } = await getTeam(tx, teamUuid);
  return change === 'add' ? limits.addTeam(tx, alert.id, id) : limits.removeTeam(tx, alert.id, id);
}
