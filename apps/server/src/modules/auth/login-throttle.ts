import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Duration of the first block. Each further failure doubles it. */
const FIRST_BLOCK_MS = 30_000;

/** 2^20 blocks of half a minute are a year. */
const MAX_DOUBLINGS = 20;

/** Returns how long sign-ins are blocked after this many failures, or undefined below the limit. */
export function planBlockMs(failures: number, limit: number, windowMs: number): number | undefined {
  if (failures < limit) return undefined;
  const doublings = Math.min(failures - limit, MAX_DOUBLINGS);
  return Math.min(FIRST_BLOCK_MS * 2 ** doublings, windowMs);
}

interface ThrottledAttempt {
  readonly username: string;
  readonly address: string;
  /** True if this user signed in from this address recently. */
  readonly isKnownAddress: boolean;
}

interface FailureLimits {
  readonly perAddress: number;
  readonly perUser: number;
  readonly perUserAndAddress: number;
}

interface ThrottlePlan {
  /** The attempt is rejected while one of these subjects is blocked. */
  readonly blockedBy: readonly string[];
  /** A failure counts for each of these subjects. The order is fixed, so that transactions cannot deadlock. */
  readonly counted: readonly { readonly subject: string; readonly limit: number }[];
}

/**
 * A recently used address of the user is blocked only by its own failures with this name, so that others cannot lock
 * the owner out. All other addresses are also blocked by the failures of all, so that guessing from many addresses
 * stays slow.
 */
export function planThrottle(
  { username, address, isKnownAddress }: ThrottledAttempt,
  limits: FailureLimits,
): ThrottlePlan {
  const byAddress = { subject: addressSubject(address), limit: limits.perAddress };
  const byPair = { subject: pairSubject(username, address), limit: limits.perUserAndAddress };
  const byUser = { subject: userSubject(username), limit: limits.perUser };
  const counted = isKnownAddress ? [byAddress, byPair] : [byAddress, byPair, byUser];
  const blocking = isKnownAddress ? [byPair] : counted;
  return { blockedBy: blocking.map(({ subject }) => subject), counted };
}

/** Stores a hash, because users sometimes type their password into the user name field. */
export function userSubject(username: string): string {
  return `user:${createHash('sha256').update(username).digest('hex')}`;
}

export function addressSubject(address: string): string {
  return `address:${networkOf(address)}`;
}

export function pairSubject(username: string, address: string): string {
  return `${userSubject(username)}@${networkOf(address)}`;
}

/** An IPv6 address is reduced to its /64 network, which belongs to one subscriber. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return mapped ?? `${ipv6Groups(plain).slice(0, 4).join(':')}::/64`;
}

function ipv6Groups(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(8 - head.length - tail.length, 0)).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}
