import { isIPv6 } from 'node:net';

/** The IPv4 address in an IPv6 address: mapped, compatible, translated (NAT64) or tunnelled (6to4). */
export function embeddedAddress(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const groups = toGroups(address);
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 5) && groups[5] === 0xffff) return toDotted(groups, 6);
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return toDotted(groups, 6);
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return toDotted(groups, 6);
  if (groups[0] === 0x2002) return toDotted(groups, 1);
  // `::` and `::1` embed no address.
  if (isZero(0, 6) && !(groups[6] === 0 && (groups[7] ?? 0) <= 1)) return toDotted(groups, 6);
  return undefined;
}

function toGroups(address: string): number[] {
  const normal = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = normal.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...missing, ...after].map((group) => Number.parseInt(group, 16));
}

function toDotted(groups: readonly number[], at: number): string {
  const [high = 0, low = 0] = groups.slice(at, at + 2);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
