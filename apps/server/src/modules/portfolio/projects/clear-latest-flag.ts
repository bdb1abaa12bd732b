import type { Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { accessDenied } from './project-errors.ts';
import { clearLatest } from './project-store.ts';

/** "At most one latest per name; setting it clears the former one." Throws if the caller may not see the former one. */
export async function clearLatestFlag(
  tx: Tx,
  principal: Principal,
  name: string,
  exceptId: number | null,
): Promise<void> {
  const former = await clearLatest(tx, principal, name, exceptId);
  if (former && !former.accessible) throw accessDenied('the previous latest project version');
}
