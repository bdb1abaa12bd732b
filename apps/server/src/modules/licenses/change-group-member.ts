import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { getLicenseRowId } from './get-license.ts';
import { getLicenseGroup } from './get-license-group.ts';
import { addMember, type LicenseGroupRow, removeMember } from './license-group-store.ts';

/** Returns undefined if the group has the licence already. */
export function addLicenseToGroup(ctx: Context, groupUuid: string, licenseUuid: string) {
  return changeGroupMember(ctx, groupUuid, licenseUuid, addMember);
}

/** Returns undefined if the group does not have the licence. */
export function removeLicenseFromGroup(ctx: Context, groupUuid: string, licenseUuid: string) {
  return changeGroupMember(ctx, groupUuid, licenseUuid, removeMember);
}

async function changeGroupMember(
  ctx: Context,
  groupUuid: string,
  licenseUuid: string,
  change: (tx: Tx, groupId: number, licenseId: number) => Promise<boolean>,
): Promise<LicenseGroupRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const group = await getLicenseGroup(tx, groupUuid);
    if (!(await change(tx, group.id, await getLicenseRowId(tx, licenseUuid)))) return undefined;
    // Policies may refer to the group.
    await ctx.jobs.enqueue(tx, 'evaluate-policies', {}, { unlessWaiting: true });
    return getLicenseGroup(tx, groupUuid);
  });
}
