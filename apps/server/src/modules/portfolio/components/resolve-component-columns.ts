import type { Db } from '../../../platform/db/database.ts';
import { findKnownLicense } from '../../licenses/find-known-license.ts';
import type { ComponentFields, GivenLicense } from './component-fields.ts';
import type { ComponentColumns } from './component-store.ts';
import { loadInternalRules } from './load-internal-rules.ts';
import { toComponentColumns } from './to-component-columns.ts';

/** Looks up the licence and applies the rules for internal components. */
export async function resolveComponentColumns(
  db: Db,
  fields: ComponentFields,
  given: GivenLicense,
): Promise<ComponentColumns> {
  const [license, isInternal] = await Promise.all([findKnownLicense(db, given), loadInternalRules(db)]);
  return toComponentColumns(fields, {
    licenseId: license?.id ?? null,
    licenseName: license ? null : given.text,
    isInternal: fields.isInternal || isInternal(fields),
  });
}
