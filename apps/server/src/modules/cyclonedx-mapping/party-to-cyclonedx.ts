import { isDeepStrictEqual } from 'node:util';
import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { OrganizationalContact, OrganizationalEntity } from '@tallyman/cyclonedx';
import { toOrganization, toPeople } from './to-party.ts';

/** Returns the organisation as it was uploaded, unstored members included, as long as the stored part is unchanged. */
export function organizationToCyclonedx(
  stored: OrganizationMembers | null,
  uploaded?: OrganizationalEntity,
): OrganizationalEntity | undefined {
  if (uploaded && isDeepStrictEqual(toOrganization(uploaded), stored)) return uploaded;
  if (!stored) return undefined;
  const { name, urls, contacts } = stored;
  return {
    ...(name ? { name } : {}),
    ...(urls?.length ? { url: urls } : {}),
    ...(contacts?.length ? { contact: contacts } : {}),
  };
}

/** Returns the people as they were uploaded as long as the stored part is unchanged. */
export function peopleToCyclonedx(
  stored: readonly Person[] | null,
  uploaded?: readonly OrganizationalContact[],
): readonly OrganizationalContact[] | undefined {
  if (uploaded && isDeepStrictEqual(toPeople(uploaded), stored)) return uploaded;
  return stored ?? undefined;
}
