import type { LicenseGroupChange, NewLicenseGroup } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { getLicenseGroup } from './get-license-group.ts';
import { insertGroup, type LicenseGroupRow, renameGroup } from './license-group-store.ts';

/** Throws if a group with this name exists already. */
export function createLicenseGroup(ctx: Context, { name }: NewLicenseGroup): Promise<LicenseGroupRow> {
  return saveGroup(ctx, newUuid(), (tx, uuid) => insertGroup(tx, uuid, name.trim()));
}

/** Throws if no such group exists, or if another group has the name. */
export function updateLicenseGroup(
  ctx: Context,
  { uuid, name }: LicenseGroupChange,
): Promise<LicenseGroupRow> {
  return saveGroup(ctx, uuid, (tx) => renameGroup(tx, uuid, name.trim()));
}

function saveGroup(
  ctx: Context,
  uuid: string,
  save: (tx: Tx, uuid: string) => Promise<void>,
): Promise<LicenseGroupRow> {
  return inConflictTransaction(ctx.db, groupExists, async (tx) => {
    await save(tx, uuid);
    return getLicenseGroup(tx, uuid);
  });
}

function groupExists(): AppError {
  return new AppError('conflict', 'A license group with the specified name already exists.');
}
