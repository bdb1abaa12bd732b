import type { OrganizationMembers, Person, Reference } from '@tallyman/contract';

type Absent = null | undefined;

/** Returns undefined if the value is absent, null if it is blank. */
export function toText(value: string | Absent): string | null | undefined {
  return value === undefined || value === null ? undefined : value.trim() || null;
}

interface GivenPerson {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

export function toPeople(people: readonly GivenPerson[] | Absent): Person[] | null | undefined {
  return people ? orNull(people.map(toPerson).filter((person) => Object.keys(person).length > 0)) : undefined;
}

function toPerson({ name, email, phone }: GivenPerson): Person {
  return withoutEmpty({ name: toText(name), email: toText(email), phone: toText(phone) });
}

interface GivenOrganization {
  readonly name?: string | null;
  readonly urls?: readonly string[] | null;
  readonly contacts?: readonly GivenPerson[] | null;
}

export function toOrganization(given: GivenOrganization | Absent): OrganizationMembers | null | undefined {
  if (!given) return undefined;
  const urls = given.urls?.map((url) => url.trim()).filter((url) => url !== '');
  const organization = withoutEmpty({
    name: toText(given.name),
    urls: urls && orNull(urls),
    contacts: toPeople(given.contacts),
  });
  return Object.keys(organization).length > 0 ? organization : null;
}

interface GivenReference {
  readonly type: string;
  readonly url: string;
  readonly comment?: string | null;
}

export function toReferences(references: readonly GivenReference[] | Absent): Reference[] | null | undefined {
  if (!references) return undefined;
  return orNull(
    references.map(({ type, url, comment }) => ({
      type: type.trim(),
      url: url.trim(),
      ...withoutEmpty({ comment: toText(comment) }),
    })),
  );
}

function orNull<T>(items: T[]): T[] | null {
  return items.length > 0 ? items : null;
}

export function withoutUndefined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function withoutEmpty<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const present = Object.entries(object).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(present) as { [K in keyof T]?: NonNullable<T[K]> };
}
