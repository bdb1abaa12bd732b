import type { Project } from '@tallyman/contract';
import { renderFacts } from './output.ts';

export function describeProject(project: Project): string {
  const { parent, children = [], versions = [], tags = [] } = project;
  return renderFacts([
    ['Name', project.name],
    ['Version', project.version],
    ['UUID', project.uuid],
    ['Group', project.group],
    ['Classifier', project.classifier],
    ['Description', project.description],
    ['State', project.active ? 'active' : `inactive since ${toTime(project.inactiveSince)}`],
    ['Latest', project.isLatest ? 'yes' : 'no'],
    ['Tags', tags.map(({ name }) => name).join(', ')],
    ['PURL', project.purl],
    ['Parent', parent && `${toLabel(parent)} (${parent.uuid})`],
    ['Children', children.map(toLabel).join('\n')],
    ['Versions', versions.length > 1 ? versions.map(({ version }) => version ?? '(none)').join(', ') : ''],
    ['Last BOM', toTime(project.lastBomImport)],
  ]);
}

function toLabel({ name, version }: Pick<Project, 'name' | 'version'>): string {
  return version ? `${name}:${version}` : name;
}

function toTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}
