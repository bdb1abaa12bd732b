import type { Source } from '@tallyman/contract';

const PREFIXES: readonly (readonly [RegExp, Source])[] = [
  [/^CVE-/i, 'NVD'],
  [/^GHSA-/i, 'GITHUB'],
  [/^(INT|INTERNAL)-/i, 'INTERNAL'],
  [/^SNYK-/i, 'SNYK'],
  [/^SONATYPE-/i, 'OSSINDEX'],
  [/^VULNDB-/i, 'VULNDB'],
  [/^JVN(DB)?[-#]/i, 'JVN'],
  [/^Cx[0-9a-f]{8}-[0-9a-f]{4}/i, 'CX'],
];

/** Guesses the source of an id from its prefix. Unknown prefixes belong to OSV. */
export function sourceOfVulnId(vulnId: string): Source {
  return PREFIXES.find(([prefix]) => prefix.test(vulnId))?.[1] ?? 'OSV';
}

/** The source of a record that OSV publishes: "`CVE-` → NVD, `GHSA-` → GITHUB, otherwise OSV". */
export function sourceOfOsvRecord(id: string): Source {
  if (id.startsWith('CVE-')) return 'NVD';
  return id.startsWith('GHSA-') ? 'GITHUB' : 'OSV';
}
