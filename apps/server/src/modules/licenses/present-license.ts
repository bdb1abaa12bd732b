import type { ConciseLicense, License, LicenseGroup } from '@tallyman/contract';
import type { LicenseGroupRow } from './license-group-store.ts';
import type { ConciseLicenseRow, LicenseRow } from './license-store.ts';

export function presentConciseLicense(row: ConciseLicenseRow): ConciseLicense {
  return {
    uuid: row.uuid,
    name: row.name,
    licenseId: row.license_id,
    isOsiApproved: row.is_osi_approved,
    isFsfLibre: row.is_fsf_libre,
    isDeprecatedLicenseId: row.is_deprecated,
    isCustomLicense: row.is_custom,
  };
}

/** Leaves out members without a value. */
export function presentLicense(row: LicenseRow): License {
  return {
    ...presentConciseLicense(row),
    licenseText: row.text ?? undefined,
    standardLicenseTemplate: templateOf(row),
    standardLicenseHeader: row.header ?? undefined,
    licenseComments: row.comments ?? undefined,
    seeAlso: row.see_also.length > 0 ? row.see_also : undefined,
    licenseGroups: row.groups,
  };
}

/** The SPDX list in use has no templates. A text without markup is a template that matches itself. */
function templateOf({ template, text, is_custom }: LicenseRow): string | undefined {
  return template ?? (is_custom ? undefined : (text ?? undefined));
}

export function presentLicenseGroup(row: LicenseGroupRow): LicenseGroup {
  return {
    uuid: row.uuid,
    name: row.name,
    licenses: row.licenses.map(presentConciseLicense),
    riskWeight: row.risk_weight,
  };
}
