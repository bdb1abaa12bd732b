/**
 * Deterministic components and advisories for measuring analysis. Popularity, ecosystems and the number of ranges per
 * package follow the distributions of `generate-bom.ts` and of public advisories: 30 % of the packages are affected,
 * one of them, a kernel, by thousands of ranges.
 */
import type { VulnerabilityRecord } from '../../apps/server/src/modules/vulnerabilities/vulnerability-record.ts';

const PACKAGES = 60_000;
const ECOSYSTEMS = [
  { type: 'npm', share: 0.45, path: (n: number) => `package-${n}` },
  { type: 'maven', share: 0.27, path: (n: number) => `org.group${n % 900}/artifact-${n}` },
  { type: 'pypi', share: 0.1, path: (n: number) => `project-${n}` },
  { type: 'golang', share: 0.07, path: (n: number) => `example.com/owner${n % 700}/module-${n}` },
  { type: 'deb', share: 0.06, path: (n: number) => `debian/package-${n}` },
  { type: 'nuget', share: 0.05, path: (n: number) => `Library.N${n}` },
] as const;

/** Numbers from 0 to 1, determined by the seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function packageOf(n: number): { readonly type: string; readonly name: string } {
  const chooser = random(n + 7)();
  let share = 0;
  for (const { type, path, share: part } of ECOSYSTEMS) {
    share += part;
    if (chooser < share) return { type, name: `pkg:${type}/${path(n)}` };
  }
  return { type: 'npm', name: `pkg:npm/package-${n}` };
}

interface GeneratedComponent {
  readonly purl: string;
  readonly coordinates: string;
  readonly version: string;
  readonly cpe: string | null;
}

/** 70 % of the uses of a package are of four of its versions. */
export function generateComponent(next: () => number): GeneratedComponent {
  const n = Math.floor(PACKAGES * next() ** 1.8);
  const { type, name } = packageOf(n);
  const step = next() < 0.7 ? Math.floor(next() * 4) * 12 : Math.floor(next() * 60);
  const version = `${1 + Math.floor(step / 10)}.${step % 10}.${n % 5}`;
  const coordinates = `${name}@${version}`;
  const purl = type === 'deb' ? `${coordinates}?arch=amd64&distro=debian-12` : coordinates;
  const cpe = next() < 0.15 ? `cpe:2.3:a:vendor${n % 500}:product${n}:${version}:*:*:*:*:*:*:*` : null;
  return { purl, coordinates, version, cpe };
}

const RANGES_EACH = 3;

/** `ranges` in total, three per vulnerability, and some CPE criteria. */
export function* generateRecords(ranges: number, seed = 1): Generator<VulnerabilityRecord> {
  const next = random(seed);
  for (let at = 0; at < ranges / RANGES_EACH; at++) yield generateRecord(at, next);
}

function generateRecord(at: number, next: () => number): VulnerabilityRecord {
  const packages = Array.from({ length: RANGES_EACH }, () => {
    const n = at % 60 === 0 ? 3 : affectedPackage(next);
    const start = Math.floor(next() * 50);
    const bound = (step: number) => `${1 + Math.floor(step / 10)}.${step % 10}.0`;
    const { type, name } = packageOf(n);
    const purl = type === 'deb' ? `${name}?distro=debian-${11 + (at % 3)}` : name;
    const versions = [
      {
        versionStartIncluding: bound(start),
        versionEndExcluding: bound(start + 3 + Math.floor(next() * 12)),
      },
    ];
    return { n, purl, versions };
  });
  return {
    source: 'NVD',
    vulnId: `CVE-2026-${100_000 + at}`,
    title: `Flaw number ${at}`,
    description: `What goes wrong and how it is used, in about as many words as usual. `.repeat(6),
    cwes: [79],
    ratings: { cvssV3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' } },
    packages: packages.map(({ purl, versions }) => ({ purl, versions })),
    cpes: packages.slice(0, at % 4 === 0 ? 1 : 0).map(({ n, versions: [bounds] }) => ({
      cpe: `cpe:2.3:a:vendor${n % 500}:product${n}:*:*:*:*:*:*:*:*`,
      ...bounds,
    })),
  };
}

function affectedPackage(next: () => number): number {
  const rank = next() < 0.3 ? next() ** 1.5 : next();
  return Math.floor((PACKAGES * rank) / 10) * 10 + Math.floor(next() * 3);
}
