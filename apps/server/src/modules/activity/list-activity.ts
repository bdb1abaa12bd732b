import { ACTIVITY_ACCESS, type ActivityKind, type ActivityState } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type ActivityRow, listActivityRows } from './activity-store.ts';

interface ActivityQuery {
  readonly kind?: ActivityKind | undefined;
  readonly state?: ActivityState | undefined;
  readonly project?: string | undefined;
}

/** Lists work of the kinds that the principal may read. */
export async function listActivity(
  db: Db,
  principal: Principal,
  { kind, state, project }: ActivityQuery,
  { limit, after }: KeysetPage<'change'>,
): Promise<KeysetRows<ActivityRow>> {
  const kinds = listReadableKinds(principal).filter((name) => kind === undefined || name === kind);
  if (kinds.length === 0) return { rows: [], total: { count: 0, type: 'EXACT' } };
  const rows = await listActivityRows(db, principal, {
    kinds,
    state,
    project,
    after: after && { micros: Number(after.value), rank: after.id },
    limit: limit + 1,
  });
  const isAll = after === undefined && rows.length <= limit;
  return { rows, total: { count: Math.min(rows.length, limit), type: isAll ? 'EXACT' : 'AT_LEAST' } };
}

function listReadableKinds({ permissions }: Principal): ActivityKind[] {
  return (Object.keys(ACTIVITY_ACCESS) as ActivityKind[]).filter((kind) => {
    const access = ACTIVITY_ACCESS[kind];
    return access.kind !== 'any-of' || access.permissions.some((permission) => permissions.has(permission));
  });
}
