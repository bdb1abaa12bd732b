import type { Finding } from '@tallyman/contract';

const SCANNER_TYPE = 'Dependency-Track';

interface AssetFields {
  readonly name: string;
  readonly version: string | null;
  readonly external_id: string;
  readonly tags: readonly string[];
}

/** The members before the vulns. */
export function toAsset({ name, version, external_id, tags }: AssetFields) {
  return {
    application: version === null ? name : `${name} ${version}`,
    external_id,
    ...(tags.length > 0 ? { tags } : {}),
  };
}

/** From the one that hides the most to the one that hides nothing. */
const STATUSES = ['false_positive', 'risk_accepted', 'open'] as const;

export interface KennaVuln {
  readonly scanner_type: string;
  readonly scanner_identifier: string;
  readonly last_seen_at: string;
  readonly status: (typeof STATUSES)[number];
  readonly scanner_score: number;
  readonly override_score?: number;
}

export function toVuln({ vulnerability, analysis }: Finding, now: Date): KennaVuln {
  const score = toScore(vulnerability.severity);
  return {
    scanner_type: SCANNER_TYPE,
    scanner_identifier: toIdentifier(vulnerability),
    last_seen_at: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    status: toStatus(analysis.state),
    scanner_score: score,
    ...(vulnerability.source === 'NVD' ? {} : { override_score: 10 * score }),
  };
}

/**
 * Kenna knows a vulnerability of an asset once. If several components of a project have it, the worst of them counts:
 * one that is a false positive must not hide another that is open.
 */
export function mergeVulns(a: KennaVuln, b: KennaVuln): KennaVuln {
  const worse = STATUSES.indexOf(b.status) > STATUSES.indexOf(a.status) ? b : a;
  const higher = b.scanner_score > a.scanner_score ? b : a;
  return { ...higher, status: worse.status };
}

export function toDefinition(vulnerability: Finding['vulnerability']) {
  const { source, vulnId, title, description, recommendation, cwes = [] } = vulnerability;
  const [cwe] = cwes;
  return {
    scanner_type: SCANNER_TYPE,
    scanner_identifier: toIdentifier(vulnerability),
    ...(vulnId.startsWith('CVE-') ? { cve_identifiers: vulnId } : {}),
    ...(cwe ? { cwe_identifier: `CWE-${cwe.cweId}` } : {}),
    name: title || `${vulnId} (source: ${source})`,
    ...(description ? { description } : {}),
    ...(recommendation ? { solution: recommendation } : {}),
  };
}

function toIdentifier({ source, vulnId }: Finding['vulnerability']): string {
  return `${source}-${vulnId}`;
}

function toStatus(state: string | undefined): KennaVuln['status'] {
  if (state === 'FALSE_POSITIVE') return 'false_positive';
  return state === 'NOT_AFFECTED' ? 'risk_accepted' : 'open';
}

const SCORES: Readonly<Record<string, number>> = { CRITICAL: 9, HIGH: 7, MEDIUM: 5, LOW: 3 };

function toScore(severity: string): number {
  return SCORES[severity] ?? 0;
}
