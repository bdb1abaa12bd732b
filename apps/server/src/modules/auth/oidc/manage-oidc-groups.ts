import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newRandomUuid } from '../../../platform/ids.ts';
import type { AccessContext } from '../access-context.ts';
import { changeAccess } from '../change-access.ts';
import { getTeam } from '../get-team.ts';
import { lockAccess } from '../permission-store.ts';
import { requireWithinPower } from '../require-within-power.ts';
import {
  deleteOidcGroupById,
  deleteOidcMappingByUuid,
  findOidcGroup,
  findOidcGroupNamed,
  findOidcMapping,
  findOidcMappingOf,
  insertOidcGroup,
  insertOidcMapping,
  listTeamIdsOfGroup,
  type OidcGroupRecord,
  type OidcMappingRecord,
  updateOidcGroupName,
} from './oidc-group-store.ts';

export async function getOidcGroup(db: Db, uuid: string): Promise<OidcGroupRecord> {
  const group = await findOidcGroup(db, uuid);
  if (group) return group;
  throw new AppError(
    'not-found',
    `OIDC group ${uuid} does not exist. GET /api/v1/oidc/group lists the groups.`,
  );
}

/** A group without mappings grants nothing, so creating one needs no further power. */
export function createOidcGroup(ctx: AccessContext, name: string): Promise<Omit<OidcGroupRecord, 'id'>> {
  return inTransaction(ctx.db, async (tx) => {
    await lockAccess(tx);
    const group = { uuid: newRandomUuid(), name: name.trim() };
    await requireFreeGroupName(tx, group.name);
    await insertOidcGroup(tx, group);
    return group;
  });
}

/** Another name means other people in the mapped teams, so the caller needs power over these teams. */
export function renameOidcGroup(
  ctx: AccessContext,
  caller: Principal,
  uuid: string,
  name: string,
): Promise<Omit<OidcGroupRecord, 'id'>> {
  return changeAccess(ctx.db, async (tx) => {
    const group = await getOidcGroup(tx, uuid);
    await requireWithinPower(ctx, tx, caller, { teams: await listTeamIdsOfGroup(tx, group.id) });
    const renamed = { uuid: group.uuid, name: name.trim() };
    await requireFreeGroupName(tx, renamed.name, group.id);
    await updateOidcGroupName(tx, group.id, renamed.name);
    return renamed;
  });
}

export function deleteOidcGroup(ctx: AccessContext, caller: Principal, uuid: string): Promise<void> {
  return changeAccess(ctx.db, async (tx) => {
    const group = await getOidcGroup(tx, uuid);
    await requireWithinPower(ctx, tx, caller, { teams: await listTeamIdsOfGroup(tx, group.id) });
    await deleteOidcGroupById(tx, group.id);
  });
}

export function mapOidcGroup(
  ctx: AccessContext,
  caller: Principal,
  given: { readonly team: string; readonly group: string },
): Promise<{ uuid: string; group: OidcGroupRecord }> {
  return changeAccess(ctx.db, async (tx) => {
    const team = await getTeam(tx, given.team);
    const group = await getOidcGroup(tx, given.group);
    await requireWithinPower(ctx, tx, caller, { teams: [team.id] });
    const mapping = { uuid: newRandomUuid(), teamId: team.id, groupId: group.id };
    const { uuid } = await insertOidcMapping(tx, mapping);
    return { uuid, group };
  });
}

export function deleteOidcMapping(ctx: AccessContext, caller: Principal, uuid: string): Promise<void> {
  return removeMapping(ctx, caller, (db) => findOidcMapping(db, uuid));
}

export function unmapOidcGroup(
  ctx: AccessContext,
  caller: Principal,
  { groupUuid, teamUuid }: { readonly groupUuid: string; readonly teamUuid: string },
): Promise<void> {
  return removeMapping(ctx, caller, (db) => findOidcMappingOf(db, groupUuid, teamUuid));
}

function removeMapping(
  ctx: AccessContext,
  caller: Principal,
  find: (db: Db) => Promise<OidcMappingRecord | undefined>,
): Promise<void> {
  return changeAccess(ctx.db, async (tx) => {
    const mapping = await find(tx);
    if (!mapping)
      throw new AppError('not-found', 'The mapping does not exist. GET /api/v1/team lists mappings.');
    await requireWithinPower(ctx, tx, caller, { teams: [mapping.teamId] });
    await deleteOidcMappingByUuid(tx, mapping.uuid);
  });
}

async function requireFreeGroupName(db: Db, name: string, groupId?: number): Promise<void> {
  const taken = await findOidcGroupNamed(db, name);
  if (!taken || taken.id === groupId) return;
  throw new AppError('conflict', `An OIDC group "${name}" already exists. Choose another name.`);
}
