import type { NotificationJson } from '@tallyman/contract';

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Link {
  readonly name: string;
  readonly url: string;
}

type Json = Readonly<Record<string, unknown>>;

/** What is worth a line of its own in a message for people, most important first. */
export function toFacts({ subject }: NotificationJson): Fact[] {
  const said = (subject ?? {}) as Json;
  const violation = objectOf(said.policyViolation);
  return [
    ...analysisFacts(objectOf(said.analysis)),
    ...violationFacts(violation),
    ...vulnerabilityFacts(objectOf(said.vulnerability)),
    fact('Vulnerabilities', describeVulnerabilities(said.vulnerabilities)),
    fact('Component', describeComponent(objectOf(said.component))),
    fact('Project', describeProject(objectOf(said.project) ?? (isProject(said) ? said : undefined))),
    ...overviewFacts(objectOf(said.overview)),
    fact('Username', said.username),
    fact('Email', said.email),
    fact('Cause', said.cause),
    fact('Errors', Array.isArray(said.errors) ? said.errors.slice(0, MOST).join('\n') : undefined),
  ].flatMap((found) => found ?? []);
}

const MOST = 10;

function fact(name: string, value: unknown): Fact | undefined {
  return value === undefined || value === null || value === '' ? undefined : { name, value: String(value) };
}

function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** The subject itself, where a project was created. */
function isProject(said: Json): boolean {
  return 'uuid' in said && 'isActive' in said;
}

function analysisFacts(analysis: Json | undefined) {
  if (!analysis) return [];
  return [
    fact('Analysis State', analysis.state),
    fact('Suppressed', analysis.suppressed === true ? 'yes' : 'no'),
  ];
}

function violationFacts(violation: Json | undefined) {
  const condition = objectOf(violation?.condition);
  return [
    fact('Policy', objectOf(condition?.policy)?.name),
    fact('Type', violation?.type),
    fact('Subject', condition?.subject),
    fact('Operator', condition?.operator),
    fact('Value', condition?.value),
  ];
}

function vulnerabilityFacts(vulnerability: Json | undefined) {
  return [
    fact('VulnID', vulnerability?.vulnId),
    fact('Severity', vulnerability?.severity),
    fact('Source', vulnerability?.source),
  ];
}

function describeVulnerabilities(vulnerabilities: unknown): string | undefined {
  if (!Array.isArray(vulnerabilities)) return undefined;
  const shown = vulnerabilities
    .slice(0, MOST)
    .map((each: Json) => `${each.vulnId} (${each.severity ?? 'unknown'})`);
  const rest = vulnerabilities.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

function overviewFacts(overview: Json | undefined) {
  if (!overview) return [];
  return [
    fact('New', overview.newVulnerabilitiesCount ?? overview.newViolationsCount ?? 0),
    fact(
      'Suppressed',
      overview.suppressedNewVulnerabilitiesCount ?? overview.suppressedNewViolationsCount ?? 0,
    ),
    fact('Projects', overview.affectedProjectsCount ?? 0),
    fact('Components', overview.affectedComponentsCount ?? 0),
    fact(
      'By',
      describeCounts(overview.newVulnerabilitiesCountBySeverity ?? overview.newViolationsCountByType),
    ),
  ];
}

function describeCounts(counts: unknown): string | undefined {
  const known = Object.entries(objectOf(counts) ?? {});
  return known.length > 0 ? known.map(([name, count]) => `${name} ${count}`).join(', ') : undefined;
}

export function describeProject(project: Json | undefined): string | undefined {
  return project && [project.name, project.version].filter(Boolean).join(' : ');
}

export function describeComponent(component: Json | undefined): string | undefined {
  if (!component) return undefined;
  if (component.purl) return String(component.purl);
  return [component.group, component.name, component.version].filter(Boolean).join(' : ');
}

/** Only where people know where we are. */
export function toLinks({ subject }: NotificationJson, baseUrl: string): Link[] {
  if (baseUrl === '') return [];
  const said = (subject ?? {}) as Json;
  const project = objectOf(said.project) ?? (isProject(said) ? said : undefined);
  const vulnerability = objectOf(said.vulnerability);
  const component = objectOf(said.component);
  return [
    link('View project', project && `/projects/${encode(project.uuid)}`),
    link('View component', component && `/components/${encode(component.uuid)}`),
    link(
      'View vulnerability',
      vulnerability && `/vulnerabilities/${encode(vulnerability.source)}/${encode(vulnerability.vulnId)}`,
    ),
  ].flatMap((found) => found ?? []);

  function link(name: string, path: string | undefined): Link | undefined {
    return path === undefined ? undefined : { name, url: baseUrl + path };
  }
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}
