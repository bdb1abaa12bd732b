import type { AnalysisJustification, AnalysisResponse, AnalysisState, Severity } from '@tallyman/contract';
import type { Component, Vulnerability, VulnerabilityRating } from '@tallyman/cyclonedx';
import { PRODUCT_VERSION } from '../product-version.ts';
import type { FindingRow } from './finding-row.ts';

/** CycloneDX 1.6 with the affected components and their vulnerabilities. */
export function toCycloneDx(rows: readonly FindingRow[]): object {
  const components = new Map(rows.map((row) => [refOf(row), toComponent(row)]));
  const byVulnerability = Map.groupBy(rows, toVulnerabilityKey);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      tools: { components: [{ type: 'application', name: 'tallyman', version: PRODUCT_VERSION }] },
    },
    components: [...components.values()],
    vulnerabilities: [...byVulnerability.values()].flatMap(toVulnerability),
  };
}

/** Findings with different decisions become separate entries. */
function toVulnerabilityKey({ vulnerability, analysis }: FindingRow): string {
  return JSON.stringify([vulnerability.source, vulnerability.vulnId, analysis ?? null]);
}

function refOf({ component, project }: FindingRow): string {
  if (component.bomRef) return component.bomRef;
  const name =
    component.purl ?? [component.group, component.name, component.version].filter(Boolean).join('/');
  return project ? `${project.name}:${project.version ?? ''}#${name}` : name;
}

function toComponent(row: FindingRow): Component {
  const { group, name, version, purl, cpe } = row.component;
  return {
    type: 'library',
    'bom-ref': refOf(row),
    ...(group === undefined ? {} : { group }),
    name,
    ...(version === undefined ? {} : { version }),
    ...(purl === undefined ? {} : { purl }),
    ...(cpe === undefined ? {} : { cpe }),
  };
}

function toVulnerability(rows: readonly FindingRow[]): Vulnerability[] {
  const [first] = rows;
  if (!first) return [];
  const { vulnId, source, description, recommendation, cwes = [], aliases, published } = first.vulnerability;
  const references = aliases.flatMap((alias) => toReferences(alias, vulnId));
  return [
    {
      id: vulnId,
      source: { name: source },
      ...(references.length > 0 ? { references } : {}),
      ratings: toRatings(first),
      ...(cwes.length > 0 ? { cwes: cwes.map(({ cweId }) => cweId) } : {}),
      ...(description ? { description } : {}),
      ...(recommendation ? { recommendation } : {}),
      ...(published === undefined ? {} : { published: new Date(published).toISOString() }),
      ...toAnalysis(first),
      affects: [...new Set(rows.map(refOf))].map((ref) => ({ ref })),
    },
  ];
}

/** Aliases have a member per source, such as `cveId` and `ghsaId`. */
const ALIAS_SOURCES: Readonly<Record<string, string>> = { cveId: 'NVD', ghsaId: 'GITHUB', osvId: 'OSV' };

function toReferences(alias: Readonly<Record<string, string | undefined>>, own: string) {
  return Object.entries(alias).flatMap(([member, id]) =>
    id === undefined || id === own
      ? []
      : [{ id, source: { name: ALIAS_SOURCES[member] ?? member.replace(/Id$/, '').toUpperCase() } }],
  );
}

const RATED: Readonly<Record<Severity, VulnerabilityRating['severity']>> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
  INFO: 'info',
  UNASSIGNED: 'unknown',
};

function toRatings({ vulnerability }: FindingRow): VulnerabilityRating[] {
  const severity = RATED[vulnerability.severity] ?? 'unknown';
  const { cvssV3BaseScore, cvssV3Vector, cvssV4Score, cvssV4Vector } = vulnerability;
  const scored = [
    rate('CVSSv4', cvssV4Score, cvssV4Vector),
    rate(cvssV3Vector?.startsWith('CVSS:3.1') ? 'CVSSv31' : 'CVSSv3', cvssV3BaseScore, cvssV3Vector),
  ].flat();
  const [first, ...others] = scored;
  return first ? [{ ...first, severity }, ...others] : [{ severity }];
}

function rate(method: VulnerabilityRating['method'], score?: number, vector?: string): VulnerabilityRating[] {
  if (method === undefined || score === undefined) return [];
  return [{ method, score, ...(vector === undefined ? {} : { vector }) }];
}

/** The values of both vocabularies differ only in case. */
function toAnalysis({ analysis }: FindingRow): Pick<Vulnerability, 'analysis'> {
  if (!analysis) return {};
  const { state, justification, response, detail } = analysis;
  const stated = {
    ...lower('state', state),
    ...lower('justification', justification),
    ...(response === undefined || response === 'NOT_SET' ? {} : { response: [response.toLowerCase()] }),
    ...(detail ? { detail } : {}),
  };
  return Object.keys(stated).length > 0 ? { analysis: stated as NonNullable<Vulnerability['analysis']> } : {};
}

function lower(name: string, value: AnalysisState | AnalysisJustification | AnalysisResponse | undefined) {
  return value === undefined || value === 'NOT_SET' ? {} : { [name]: value.toLowerCase() };
}
