import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { embeddedAddress } from './embedded-address.ts';

/** A user set an address that the service must not connect to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';

  constructor(host: string, address: string) {
    const leads = host === address ? '' : ` leads to ${address}, which`;
    super(
      `The address ${host}${leads} is private or reserved. An administrator can allow it with svc.outgoing-http.allow.`,
    );
  }
}

/** Restricts addresses that users set to public ones and those that the configuration allows. */
export interface SsrfGuard {
  /** Throws an `AddressRefusedError` if the address may not be used, in any notation. */
  checkAddress(address: string, host?: string): void;
  /** Resolves a name and fails if any of its addresses may not be used. */
  readonly lookup: LookupFunction;
}

const RESERVED: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Everything outside public unicast, and reserved ranges in it. */
const RESERVED_V6: readonly (readonly [string, number])[] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

/** `allowed`: private hosts, addresses and CIDR ranges that may be used. */
export function createSsrfGuard(allowed: readonly string[]): SsrfGuard {
  const reserved = toReserved();
  const { hosts, ranges } = toAllowed(allowed);
  const isRefused = (address: string, host: string): boolean => {
    if (hosts.has(normalName(host)) || isWithin(ranges, address)) return false;
    const embedded = embeddedAddress(address);
    if (embedded !== undefined) return isRefused(embedded, host);
    return isWithin(reserved, address);
  };
  const checkAddress = (address: string, host = address): void => {
    const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
    if (isIP(bare) === 0 || isRefused(bare, host)) throw new AddressRefusedError(host, bare);
  };
  return { checkAddress, lookup: guardedLookup(checkAddress) };
}

function guardedLookup(checkAddress: SsrfGuard['checkAddress']): LookupFunction {
  return (host, options, callback) => {
    resolveName(host, { ...options, all: true }, (error, answers) => {
      if (error) return callback(error, '');
      try {
        for (const { address } of answers) checkAddress(address, host);
      } catch (refusal) {
        return callback(refusal as NodeJS.ErrnoException, '');
      }
      if (options.all) return callback(null, answers);
      callback(null, answers[0]?.address ?? '', answers[0]?.family);
    });
  };
}

/** Separate, because one `BlockList` for both would also match the IPv4-mapped forms. */
interface Ranges {
  readonly 4: BlockList;
  readonly 6: BlockList;
}

function toReserved(): Ranges {
  const ranges = { 4: new BlockList(), 6: new BlockList() };
  for (const [address, prefix] of RESERVED) ranges[4].addSubnet(address, prefix, 'ipv4');
  for (const [address, prefix] of RESERVED_V6) ranges[6].addSubnet(address, prefix, 'ipv6');
  return ranges;
}

function toAllowed(allowed: readonly string[]): { hosts: ReadonlySet<string>; ranges: Ranges } {
  const ranges = { 4: new BlockList(), 6: new BlockList() };
  const hosts = new Set<string>();
  for (const entry of allowed) {
    const [address = '', prefix] = entry.trim().split('/', 2);
    const version = isIP(address) as 0 | 4 | 6;
    if (version === 0) hosts.add(normalName(entry.trim()));
    else if (prefix === undefined) ranges[version].addAddress(address, `ipv${version}`);
    else ranges[version].addSubnet(address, Number(prefix), `ipv${version}`);
  }
  return { hosts, ranges };
}

function isWithin(ranges: Ranges, address: string): boolean {
  const version = isIP(address) as 0 | 4 | 6;
  return version !== 0 && ranges[version].check(address, `ipv${version}`);
}

function normalName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
