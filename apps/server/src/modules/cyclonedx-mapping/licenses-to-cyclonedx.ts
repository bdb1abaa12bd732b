import type { License, LicenseChoice } from '@tallyman/cyclonedx';

export interface StoredLicense {
  readonly license_name: string | null;
  readonly license_expression: string | null;
  readonly license_url: string | null;
  /** Of the resolved licence. */
  readonly resolved_id: string | null;
  readonly resolved_name: string | null;
  readonly resolved_is_custom: boolean | null;
}

/** The licences of a component whose uploaded licences are not stored, or were replaced by hand. */
export function licensesToCyclonedx(stored: StoredLicense): LicenseChoice[] | undefined {
  if (stored.license_expression) return [{ expression: stored.license_expression }];
  const named = nameOf(stored);
  if (!named) return undefined;
  return [{ license: { ...named, ...(stored.license_url ? { url: stored.license_url } : {}) } }];
}

/** The ids of custom licences are unknown outside of this service, so their names are exported. */
function nameOf(stored: StoredLicense): Pick<License, 'id' | 'name'> | undefined {
  if (stored.resolved_id && !stored.resolved_is_custom) return { id: stored.resolved_id };
  const name = stored.resolved_name ?? stored.license_name;
  return name ? { name } : undefined;
}
