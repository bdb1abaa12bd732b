import { isDeepStrictEqual } from 'node:util';
import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { OrganizationalContact, OrganizationalEntity } from '@tallyman/cyclonedx';
import { toOrganization, toPeople } from './to-party.ts';

/**
 * `uploaded` is the organisation as a document had it, with what is not stored elsewhere. It counts as long as nobody
 * has changed since what the two have in common.
 */
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

export function peopleToCyclonedx(
  stored: readonly Person[] | null,
  uploaded?: readonly OrganizationalContact[],
): readonly OrganizationalContact[] | undefined {
  if (uploaded && isDeepStrictEqual(toPeople(uploaded), stored)) return uploaded;
  return stored ?? undefined;
}
