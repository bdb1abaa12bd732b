/**
 * Sort keys per second of CPU time for every scheme, for plain versions and for pre-releases.
 * Run with `node bench/src/versions.ts`.
 */
import { schemes, sortKey } from '@tallyman/versions';

const VERSIONS = 1_000;
const ROUNDS = 300;

const plain = Array.from({ length: VERSIONS }, (_, i) => `${i % 7}.${i % 31}.${i % 101}`);
const preReleases = plain.map((version, i) => `${version}-rc${i % 5}.1`);

console.table(
  Object.fromEntries(
    schemes.map((scheme) => [
      scheme,
      {
        'plain, M/s': measure((version) => sortKey(scheme, version), plain),
        'pre-release, M/s': measure((version) => sortKey(scheme, version), preReleases),
      },
    ]),
  ),
);

function measure(work: (version: string) => unknown, versions: readonly string[]): number {
  run(work, versions);
  const begin = process.cpuUsage();
  run(work, versions);
  const seconds = process.cpuUsage(begin).user / 1e6;
  return Number(((ROUNDS * versions.length) / seconds / 1e6).toFixed(2));
}

function run(work: (version: string) => unknown, versions: readonly string[]): void {
  for (let round = 0; round < ROUNDS; round++) for (const version of versions) work(version);
}
