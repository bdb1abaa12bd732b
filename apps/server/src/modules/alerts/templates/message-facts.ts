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

/** The facts that a message for people lists, most important first. */
export function toFacts({ subject }: NotificationJson): Fact[] {
  const object = (subject ?? {}) as Json;
  const violation = objectOf(object.policyViolation);
  return [
    ...analysisFacts(objectOf(object.analysis)),
    ...violationFacts(violation),
    ...vulnerabilityFacts(objectOf(object.vulnerability)),
    fact('Vulnerabilities', describeVulnerabilities(object.vulnerabilities)),
    fact('Component', describeComponent(objectOf(object.component))),
    fact('Project', describeProject(objectOf(object.project) ?? (isProject(object) ? object : undefined))),
    ...overviewFacts(objectOf(object.overview)),
    fact('Username', object.username),
    fact('Email', object.email),
    fact('Cause', object.cause),
    fact('Errors', Array.isArray(object.errors) ? object.errors.slice(0, MAX_LISTED).join('\n') : undefined),
  ].flatMap((found) => found ?? []);
}

const MAX_LISTED = 10;

function fact(name: string, value: unknown): Fact | undefined {
  return value === undefined || value === null || value === '' ? undefined : { name, value: String(value) };
}

function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** Whether the subject itself is a project, as in PROJECT_CREATED. */
function isProject(object: Json): boolean {
  return 'uuid' in object && 'isActive' in object;
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
    .slice(0, MAX_LISTED)
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

/** Returns no links if the base URL is not configured. */
export function toLinks({ subject }: NotificationJson, baseUrl: string): Link[] {
  if (baseUrl === '') return [];
  const object = (subject ?? {}) as Json;
  const project = objectOf(object.project) ?? (isProject(object) ? object : undefined);
  const vulnerability = objectOf(object.vulnerability);
  const component = objectOf(object.component);
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
