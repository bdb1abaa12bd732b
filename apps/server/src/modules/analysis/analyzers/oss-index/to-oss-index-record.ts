import type { Ratings, VulnerabilityRecord } from '../../../vulnerabilities/vulnerability-record.ts';

export interface OssIndexVulnerability {
  readonly id: string;
  readonly displayName?: string;
  readonly title?: string;
  readonly description?: string;
  readonly cvssScore?: number;
  readonly cvssVector?: string;
  readonly cwe?: string;
  readonly cve?: string;
  readonly reference?: string;
  readonly externalReferences?: readonly string[];
}

const CVE = /^CVE-\d{4}-\d+$/i;

/** "CVE ids → NVD, others OSSINDEX." */
export function toOssIndexRecord(
  reported: OssIndexVulnerability,
  syncsAliases: boolean,
): VulnerabilityRecord {
  const cve = [reported.cve, reported.id, reported.displayName]
    .find((id) => id && CVE.test(id))
    ?.toUpperCase();
  const own = { source: 'OSSINDEX', vulnId: reported.id } as const;
  const isAlias = syncsAliases && cve !== undefined && !CVE.test(reported.id);
  return {
    ...(cve === undefined ? own : ({ source: 'NVD', vulnId: cve } as const)),
    title: reported.title,
    description: reported.description,
    references: toReferences(reported),
    cwes: toCwes(reported.cwe),
    ratings: toRatings(reported),
    aliases: isAlias ? [own] : [],
  };
}

function toReferences({ reference, externalReferences = [] }: OssIndexVulnerability) {
  const urls = [...(reference ? [reference] : []), ...externalReferences];
  return [...new Set(urls)].map((url) => ({ url }));
}

function toCwes(cwe: string | undefined): number[] {
  const id = /^CWE-(\d+)$/i.exec(cwe ?? '')?.[1];
  return id === undefined ? [] : [Number(id)];
}

function toRatings({ cvssVector: vector, cvssScore: score }: OssIndexVulnerability): Ratings {
  if (vector?.startsWith('CVSS:4')) return { cvssV4: { vector } };
  if (vector?.startsWith('CVSS:3')) return { cvssV3: { vector } };
  if (vector) return { cvssV2: { vector } };
  return score === undefined ? {} : { cvssV3: { score } };
}
