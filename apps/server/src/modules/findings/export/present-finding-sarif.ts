import { type Finding, SEVERITIES, type Severity } from '@tallyman/contract';
import { joinTexts } from '../../../platform/http/join-texts.ts';
import type { DescribedVulnerability } from '../lists/finding-list-store.ts';

/** SARIF levels. */
const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note' | 'none'>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
  INFO: 'note',
  UNASSIGNED: 'none',
};

interface SarifTool {
  readonly name: string;
  readonly fullName: string;
  readonly version: string;
  readonly informationUri?: string;
}

export function presentRule(vulnerability: DescribedVulnerability): object {
  const { vuln_id: id } = vulnerability;
  return {
    id,
    name: id,
    shortDescription: { text: id },
    fullDescription: { text: describe(vulnerability) },
  };
}

/** SARIF requires a text: the description, else the title, else the id. */
function describe({ vuln_id, title, description }: DescribedVulnerability): string {
  return description?.trim() || title?.trim() || vuln_id;
}

/** All properties are strings. Unknown ones are empty. */
export function presentResult({ component, vulnerability }: Finding): object {
  const { vulnId, title = null, description = null, severity } = vulnerability;
  return {
    ruleId: vulnId,
    message: { text: describe({ vuln_id: vulnId, title, description }) },
    locations: [{ logicalLocations: [{ fullyQualifiedName: nameOf(component) }] }],
    level: LEVELS[severity],
    properties: {
      name: component.name,
      group: component.group ?? '',
      version: component.version ?? '',
      source: vulnerability.source,
      cwes: (vulnerability.cwes ?? []).map(({ cweId, name }) => ({ cweId: String(cweId), name })),
      cvssV3BaseScore: toText(vulnerability.cvssV3BaseScore),
      epssScore: toText(vulnerability.epssScore),
      epssPercentile: toText(vulnerability.epssPercentile),
      severityRank: String(SEVERITIES.indexOf(severity)),
      recommendation: vulnerability.recommendation?.trim() ?? '',
    },
  };
}

function nameOf({ purl, group, name, version }: Finding['component']): string {
  return purl ?? [group, name, version].filter(Boolean).join(':');
}

function toText(score: number | undefined): string {
  return score === undefined ? '' : String(score);
}

/** Writes SARIF 2.1.0 as a stream. */
export async function* writeSarif(
  tool: SarifTool,
  rules: AsyncIterable<Iterable<object>>,
  results: AsyncIterable<Iterable<object>>,
): AsyncGenerator<string> {
  const driver = JSON.stringify(tool).slice(0, -1);
  yield '{"version":"2.1.0","$schema":"https://json.schemastore.org/sarif-2.1.0.json",';
  yield `"runs":[{"tool":{"driver":${driver},"rules":[`;
  yield* writeItems(rules);
  yield ']}},"results":[';
  yield* writeItems(results);
  yield ']}]}';
}

function writeItems(blocks: AsyncIterable<Iterable<object>>): AsyncGenerator<string> {
  let separator = '';
  return joinTexts(blocks, (item) => {
    const text = separator + JSON.stringify(item);
    separator = ',';
    return text;
  });
}
