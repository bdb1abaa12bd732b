import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireComponent } from './component-errors.ts';
import { type FoundComponent, findComponent } from './component-store.ts';

export async function getComponent(db: Db, principal: Principal, uuid: string): Promise<FoundComponent> {
  return requireComponent(await findComponent(db, principal, uuid));
}
