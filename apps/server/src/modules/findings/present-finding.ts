import {
  type AnalysisJustification,
  type AnalysisResponse,
  type AnalysisState,
  type Finding,
  type FindingMatch,
  SEVERITIES,
  type Severity,
  type Source,
} from '@tallyman/contract';
import { toCwe } from '../vulnerabilities/cwe-dictionary.ts';
import { presentAliases, presentReferences } from '../vulnerabilities/present-vulnerability.ts';
import { withoutNulls } from '../vulnerabilities/without-nulls.ts';
import { NO_RATINGS } from './decision-columns.ts';
import type { FindingRow, FoundVulnerability } from './lists/finding-columns-store.ts';

export function presentFinding(
  row: FindingRow,
  vulnerability: FoundVulnerability,
  match?: FindingMatch,
): Finding {
  return {
    component: presentComponent(row),
    vulnerability: hasOwnRatings(row)
      ? presentVulnerability(row, vulnerability)
      : presentSharedVulnerability(vulnerability),
    analysis: presentAnalysisOf(row),
    attribution: presentAttribution(row),
    matrix: `${row.project_uuid}:${row.component_uuid}:${vulnerability.uuid}`,
    ...(match ? { match } : {}),
  };
}

function presentComponent(row: FindingRow): Finding['component'] {
  return {
    uuid: row.component_uuid,
    name: row.name,
    ...withoutNulls({ group: row.group_name, version: row.version, purl: row.purl, cpe: row.cpe }),
    project: row.project_uuid,
    hasOccurrences: row.has_occurrences,
    ...withoutNulls({ scope: row.scope }),
    projectName: row.project_name,
    ...withoutNulls({ projectVersion: row.project_version }),
  };
}

/** Findings of the same vulnerability share one presented object. */
const presentedVulnerabilities = new WeakMap<FoundVulnerability, Finding['vulnerability']>();

export function presentSharedVulnerability(vulnerability: FoundVulnerability): Finding['vulnerability'] {
  const known = presentedVulnerabilities.get(vulnerability);
  if (known) return known;
  const shown = presentVulnerability(NO_RATINGS, vulnerability);
  presentedVulnerabilities.set(vulnerability, shown);
  return shown;
}

type Ratings = Pick<FindingRow, keyof typeof NO_RATINGS>;
const RATINGS = Object.keys(NO_RATINGS) as readonly (keyof Ratings)[];

function hasOwnRatings(row: FindingRow): boolean {
  return row.state !== null && RATINGS.some((name) => row[name] !== null);
}

function presentVulnerability(row: Ratings, found: FoundVulnerability): Finding['vulnerability'] {
  const severity = (row.severity ?? found.severity) as Severity;
  return {
    uuid: found.uuid,
    source: found.source as Source,
    vulnId: found.vuln_id,
    ...withoutNulls({
      title: found.title,
      subtitle: found.sub_title,
      description: found.description,
      recommendation: found.recommendation,
      references: presentReferences(found),
    }),
    severity,
    severityRank: SEVERITIES.indexOf(severity),
    ...presentRatings(row, found),
    ...(found.epss ? { epssScore: found.epss.score, epssPercentile: found.epss.percentile } : {}),
    isKev: Boolean(found.is_kev),
    ...(found.cwes.length > 0 ? { cwes: found.cwes.map(toCwe) } : {}),
    aliases: presentAliases(found, found.aliases),
    ...withoutNulls({ published: found.published_at?.getTime() ?? null }),
  };
}

/** "An analysis OWASP score fills all three OWASP score members." */
function presentRatings(row: Ratings, found: FoundVulnerability) {
  return withoutNulls({
    cvssV2BaseScore: row.cvss_v2_score ?? found.cvss_v2_score,
    cvssV3BaseScore: row.cvss_v3_score ?? found.cvss_v3_score,
    cvssV4Score: row.cvss_v4_score ?? found.cvss_v4_score,
    cvssV2Vector: row.cvss_v2_vector ?? found.cvss_v2_vector,
    cvssV3Vector: row.cvss_v3_vector ?? found.cvss_v3_vector,
    cvssV4Vector: row.cvss_v4_vector ?? found.cvss_v4_vector,
    owaspLikelihoodScore: row.owasp_score ?? found.owasp_likelihood_score,
    owaspTechnicalImpactScore: row.owasp_score ?? found.owasp_technical_impact_score,
    owaspBusinessImpactScore: row.owasp_score ?? found.owasp_business_impact_score,
    owaspRRVector: row.owasp_vector ?? found.owasp_vector,
  });
}

/** An undecided finding has no state, justification or response, and is not suppressed. */
function presentAnalysisOf(row: FindingRow): Finding['analysis'] {
  return {
    ...withoutNulls({
      state: row.state as AnalysisState | null,
      justification: row.justification as AnalysisJustification | null,
      response: row.response as AnalysisResponse | null,
      detail: row.details,
    }),
    isSuppressed: row.is_suppressed ?? false,
    ...withoutNulls({ expiresAt: row.expires_at?.getTime() ?? null }),
  };
}

function presentAttribution(row: FindingRow): Finding['attribution'] {
  return withoutNulls({
    analyzerIdentity: row.analyzer,
    attributedOn: row.attributed_at?.getTime() ?? null,
    alternateIdentifier: row.alternate_identifier,
    referenceUrl: row.reference_url,
  });
}
