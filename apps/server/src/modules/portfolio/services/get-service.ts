import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireService } from '../components/component-errors.ts';
import { type FoundService, findService } from './service-store.ts';

export async function getService(db: Db, principal: Principal, uuid: string): Promise<FoundService> {
  return requireService(await findService(db, principal, uuid));
}
