import type { Db } from '../../platform/db/database.ts';
import { findLicenseByIdOrUuid, type KnownLicense } from './license-store.ts';

interface NamedLicense {
  /** The id of a licence. Case is ignored. */
  readonly text: string | null;
  readonly uuid: string | null;
}

export async function findKnownLicense(
  db: Db,
  { text, uuid }: NamedLicense,
): Promise<KnownLicense | undefined> {
  return text === null && uuid === null ? undefined : findLicenseByIdOrUuid(db, text, uuid);
}
