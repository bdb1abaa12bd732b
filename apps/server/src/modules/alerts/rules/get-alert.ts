import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { alertNotFound } from './alert-errors.ts';
import { type AlertRow, findAlert } from './alert-store.ts';

export async function getAlert(db: Db, principal: Principal, uuid: string): Promise<AlertRow> {
  const alert = await findAlert(db, principal, uuid);
  if (alert) return alert;
  throw alertNotFound(uuid);
}
