import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { seesEverything } from '../../portfolio/access/project-access.ts';
import type { AlertRow } from './alert-store.ts';

/**
 * Throws unless the caller may see every project that the alert sees: a caller who changes an alert could redirect its
 * notifications. To be checked before and after the change.
 */
export function requireAlertAccess(principal: Principal, alert: AlertRow): void {
  if (seesEverything(principal) || !alert.access_control_is_on) return;
  if (!alert.sees_all && alert.seen_team_ids.every((id) => principal.teamIds.includes(id))) return;
  throw new AppError(
    'forbidden',
    `The alert ${alert.name} covers projects that you may not see. Ask its owner, or an administrator who may see all projects.`,
  );
}
