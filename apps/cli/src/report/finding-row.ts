import type { CheckedFinding, Finding } from '@tallyman/contract';

/** A finding of a check or of a project, as all formats present it. */
export interface FindingRow {
  readonly vulnerability: Finding['vulnerability'];
  readonly component: CheckedFinding['component'];
  readonly range?: string | undefined;
  readonly fixedIn?: string | undefined;
  /** The checked document. */
  readonly file?: string;
  readonly project?: { readonly name: string; readonly version?: string | undefined };
  readonly analysis?: Finding['analysis'];
  /** UUIDs of project, component and vulnerability. */
  readonly matrix?: string;
}

export function fromChecked(
  { component, vulnerability, match, fixedIn }: CheckedFinding,
  file: string,
): FindingRow {
  return { vulnerability, component, range: match?.range, fixedIn, file };
}

export function fromFinding(finding: Finding): FindingRow {
  const { component, vulnerability, match, analysis, matrix } = finding;
  const { projectName: name, projectVersion: version } = component;
  return {
    vulnerability,
    component,
    range: match?.range,
    fixedIn: match?.fixedIn,
    project: { name, version },
    analysis,
    matrix,
  };
}

/** Returns all ids of a vulnerability, its own first. */
export function idsOf({ vulnId, aliases }: FindingRow['vulnerability']): string[] {
  const others = aliases.flatMap((alias) => Object.values(alias)).filter((id) => typeof id === 'string');
  return [...new Set([vulnId, ...others])];
}

/** Returns the id with the CVE, which is better known. */
export function nameOf(vulnerability: FindingRow['vulnerability']): string {
  const { vulnId, aliases } = vulnerability;
  const cves = aliases.flatMap(({ cveId }) => (cveId === undefined || cveId === vulnId ? [] : [cveId]));
  const names = [...new Set(cves)];
  return names.length > 0 ? `${vulnId} (${names.join(', ')})` : vulnId;
}

export function componentOf({ component }: FindingRow): string {
  return [component.group, component.name].filter(Boolean).join('/');
}

export function projectOf({ project }: FindingRow): string {
  return project ? [project.name, project.version].filter(Boolean).join(':') : '';
}
