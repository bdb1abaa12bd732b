import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { OrganizationalContact, OrganizationalEntity } from '@tallyman/cyclonedx';

/** People as they are stored: without their bom-refs. Returns null if none is left. */
export function toPeople(contacts: readonly OrganizationalContact[] | undefined): Person[] | null {
  const people = (contacts ?? []).map(toPerson).filter((person) => Object.keys(person).length > 0);
  return people.length > 0 ? people : null;
}

function toPerson({ name, email, phone }: OrganizationalContact): Person {
  return { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
}

export function toOrganization(entity: OrganizationalEntity | undefined): OrganizationMembers | null {
  if (!entity) return null;
  const contacts = toPeople(entity.contact);
  const organization = {
    ...(entity.name ? { name: entity.name } : {}),
    ...(entity.url?.length ? { urls: [...entity.url] } : {}),
    ...(contacts ? { contacts } : {}),
  };
  return Object.keys(organization).length > 0 ? organization : null;
}

/** Whether an organisation has members that no column stores: an address or bom-refs. */
export function hasUnstoredMembers(entity: OrganizationalEntity | undefined): boolean {
  if (!entity) return false;
  return entity.address !== undefined || hasRef(entity) || (entity.contact ?? []).some(hasRef);
}

export function hasRef(entity: { readonly 'bom-ref'?: string }): boolean {
  return entity['bom-ref'] !== undefined;
}
