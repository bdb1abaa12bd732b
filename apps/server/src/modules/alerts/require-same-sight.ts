import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { seesEverything } from '../portfolio/project-access.ts';
import type { AlertRow } from './alert-store.ts';

/**
 * Whoever changes an alert could send what it tells to somewhere else. So the caller must see every project that the
 * alert sees; the same holds for what the alert has become.
 */
export function requireSameSight(principal: Principal, alert: AlertRow): void {
  if (seesEverything(principal) || !alert.access_control_is_on) return;
  if (!alert.sees_all && alert.seen_team_ids.every((id) => principal.teamIds.includes(id))) return;
  throw new AppError(
    'forbidden',
    `The alert ${alert.name} tells of projects that you may not see. Ask its owner, or somebody who sees all projects.`,
  );
}
