import type { Finding, FindingFilter } from '@tallyman/contract';
import { listAliases } from './list-aliases.ts';

export const APPLY_SCOPES = ['project', 'everywhere'] as const;
export type ApplyScope = (typeof APPLY_SCOPES)[number];

/**
 * The findings of the same component and vulnerability, under any name of the vulnerability, as the API selects them: in all
 * versions of the project, or in every project that the user may see.
 */
export function toApplyFilter(
  { component, vulnerability }: Finding,
  scope: ApplyScope,
  withOtherVersions: boolean,
): FindingFilter {
  const names = [...new Set([vulnerability.vulnId, ...listAliases(vulnerability)])];
  return {
    vulnerabilities: names.map((vulnId) => ({ vulnId })),
    component: toComponent(component, withOtherVersions),
    ...(scope === 'project' ? { projectName: component.projectName } : { everyProject: true }),
  };
}

function toComponent({ purl, group, name, version }: Finding['component'], withOtherVersions: boolean) {
  const coordinates = purl?.replace(/[?#].*$/, '');
  if (coordinates !== undefined) {
    return { purl: withOtherVersions ? coordinates.replace(/@[^@/]*$/, '') : coordinates };
  }
  return {
    ...(group === undefined ? {} : { group }),
    name,
    ...(withOtherVersions || version === undefined ? {} : { version }),
  };
}
