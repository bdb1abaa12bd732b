import type { LicenseGroupChange, NewLicenseGroup } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  addMember,
  deleteGroup,
  findGroup,
  insertGroup,
  type LicenseGroupRow,
  removeMember,
  renameGroup,
} from './license-group-store.ts';
import { findLicenseId } from './license-store.ts';

export async function getLicenseGroup(db: Db, uuid: string): Promise<LicenseGroupRow> {
  const group = await findGroup(db, uuid);
  if (!group) throw groupNotFound();
  return group;
}

export async function createLicenseGroup(ctx: Context, { name }: NewLicenseGroup): Promise<LicenseGroupRow> {
  const uuid = newUuid();
  return inGroupTransaction(ctx, async (tx) => {
    await insertGroup(tx, uuid, name.trim());
    return getLicenseGroup(tx, uuid);
  });
}

export async function updateLicenseGroup(
  ctx: Context,
  { uuid, name }: LicenseGroupChange,
): Promise<LicenseGroupRow> {
  return inGroupTransaction(ctx, async (tx) => {
    await renameGroup(tx, uuid, name.trim());
    return getLicenseGroup(tx, uuid);
  });
}

export async function deleteLicenseGroup(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteGroup(tx, uuid))) throw groupNotFound();
  });
}

/** Nothing when the group has the licence already. */
export function addLicenseToGroup(ctx: Context, groupUuid: string, licenseUuid: string) {
  return changeMember(ctx, groupUuid, licenseUuid, addMember);
}

/** Nothing when the group does not have the licence. */
export function removeLicenseFromGroup(ctx: Context, groupUuid: string, licenseUuid: string) {
  return changeMember(ctx, groupUuid, licenseUuid, removeMember);
}

async function changeMember(
  ctx: Context,
  groupUuid: string,
  licenseUuid: string,
  change: (tx: Tx, groupId: number, licenseId: number) => Promise<boolean>,
): Promise<LicenseGroupRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const group = await getLicenseGroup(tx, groupUuid);
    const license = await findLicenseId(tx, licenseUuid);
    if (!license) throw new AppError('not-found', 'The license could not be found.');
    if (!(await change(tx, group.id, license.id))) return undefined;
    // Policies may speak of the group.
    await ctx.jobs.enqueue(tx, 'evaluate-policies', {}, { unlessWaiting: true });
    return getLicenseGroup(tx, groupUuid);
  });
}

async function inGroupTransaction<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(ctx.db, work);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'A license group with the specified name already exists.');
  }
}

function groupNotFound(): AppError {
  return new AppError('not-found', 'The license group could not be found.');
}
