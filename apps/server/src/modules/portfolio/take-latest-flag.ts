import type { Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accessDenied } from './project-refusals.ts';
import { clearLatest } from './project-store.ts';

/** "At most one latest per name; setting it clears the former one", which the caller must be allowed to touch. */
export async function takeLatestFlag(
  tx: Tx,
  principal: Principal,
  name: string,
  exceptId: number | null,
): Promise<void> {
  const former = await clearLatest(tx, principal, name, exceptId);
  if (former && !former.accessible) throw accessDenied('the previous latest project version');
}
