import type { Identity } from '../identity-sources/identity-source.ts';

type Claims = Readonly<Record<string, unknown>>;

interface ClaimNames {
  readonly usernameClaim: string;
  readonly teamsClaim: string;
}

/** Returns what is missing as absent members. `groups` is absent if the claims do not have the claim of teams. */
export function readClaims(claims: Claims, { usernameClaim, teamsClaim }: ClaimNames) {
  return {
    username: toText(findClaim(claims, usernameClaim)),
    email: toText(claims.email),
    fullname: toText(claims.name),
    groups: toGroups(findClaim(claims, teamsClaim)),
  };
}

export type ReadClaims = ReturnType<typeof readClaims>;

/** Claims of the ID token win over those of the user information. Returns undefined if no claim has the name. */
export function toIdentity(subject: string, token: ReadClaims, info?: ReadClaims): Identity | undefined {
  const username = token.username ?? info?.username;
  if (username === undefined) return undefined;
  return {
    username,
    subject,
    email: token.email ?? info?.email,
    fullname: token.fullname ?? info?.fullname,
    groups: token.groups ?? info?.groups ?? [],
  };
}

/** `realm_access.roles` is the claim of this name. If the claim is missing, it is the member `roles` of `realm_access`. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    return (value as Claims)[part];
  }, claims);
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Providers send a list of names or, for a single group, its name. */
function toGroups(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((group): group is string => typeof group === 'string');
}
