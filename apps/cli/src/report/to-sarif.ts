import type { Severity } from '@tallyman/contract';
import { PRODUCT_VERSION } from '../product-version.ts';
import { componentOf, type FindingRow, idsOf, nameOf, projectOf } from './finding-row.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note' | 'none'>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
  INFO: 'note',
  UNASSIGNED: 'none',
};

/** Code-scanning services sort by this number. Used for severities without a score. */
const SCORES: Readonly<Record<Severity, number>> = {
  CRITICAL: 9.5,
  HIGH: 8,
  MEDIUM: 5.5,
  LOW: 2,
  INFO: 0,
  UNASSIGNED: 0,
};

/** SARIF 2.1.0: one rule per vulnerability, one result per finding. */
export function toSarif(rows: readonly FindingRow[]): object {
  const rules = new Map(rows.map((row) => [row.vulnerability.vulnId, toRule(row)]));
  const driver = { name: 'Tallyman', version: PRODUCT_VERSION, rules: [...rules.values()] };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results: rows.map(toResult) }],
  };
}

function toRule({ vulnerability }: FindingRow): object {
  const { vulnId, title, description, severity, cvssV3BaseScore, cvssV4Score, cwes = [] } = vulnerability;
  const short = title?.trim() || vulnId;
  return {
    id: vulnId,
    name: vulnId,
    shortDescription: { text: short },
    fullDescription: { text: description?.trim() || short },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      'security-severity': String(cvssV4Score ?? cvssV3BaseScore ?? SCORES[severity]),
      tags: ['security', severity, ...cwes.map(({ cweId }) => `CWE-${cweId}`)],
      aliases: idsOf(vulnerability).slice(1),
    },
  };
}

function toResult(row: FindingRow): object {
  const { vulnerability, component, fixedIn, file, analysis } = row;
  const name = component.purl ?? [componentOf(row), component.version].filter(Boolean).join('@');
  const fix = fixedIn === undefined ? 'No fixed version is known.' : `Fixed in ${fixedIn}.`;
  return {
    ruleId: vulnerability.vulnId,
    level: LEVELS[vulnerability.severity],
    message: { text: `${name} is affected by ${nameOf(vulnerability)}. ${fix}` },
    locations: [
      {
        ...(file === undefined ? {} : { physicalLocation: toPlace(file) }),
        logicalLocations: [
          { fullyQualifiedName: [projectOf(row), name].filter(Boolean).join(' '), kind: 'package' },
        ],
      },
    ],
    partialFingerprints: { 'tallymanFinding/v1': [projectOf(row), name, vulnerability.vulnId].join('|') },
    ...(analysis?.isSuppressed ? { suppressions: [{ kind: 'external' }] } : {}),
  };
}

/** Always the first line, because a document does not record where a component is. */
function toPlace(file: string): object {
  return { artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')) }, region: { startLine: 1 } };
}
