import type { Client } from '@tallyman/client';
import type { BulkAnalysisRequest, FindingFilter, Severity } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { getProjectUuid, isUuid } from '../get-project-by-reference.ts';
import { idsOf } from '../report/finding-row.ts';
import { toSeverities } from '../severities.ts';
import { toChoice } from '../to-choice.ts';
import { isComponent, listFindings } from './get-findings.ts';

/** The findings of a decision. */
export interface TargetOptions {
  readonly project?: string;
  readonly allVersions?: string;
  readonly allProjects?: true;
  readonly component?: string;
  readonly severity?: readonly Severity[];
  readonly ifState?: string;
}

export function addTargetOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--project <project>', 'in this project: UUID, name:version, or the name alone').conflicts([
        'allVersions',
        'allProjects',
      ]),
    )
    .addOption(
      new Option('--all-versions <name>', 'in all versions of this project').conflicts('allProjects'),
    )
    .option('--all-projects', 'in all projects that you may see')
    .option('--component <component>', 'of this component: package URL, name or group/name')
    .addOption(new Option('--severity <list>', 'only these severities').argParser(toSeverities))
    .option('--if-state <list>', 'only findings in these states now, such as not-set,in-triage');
}

type Target = Pick<BulkAnalysisRequest, 'findings' | 'filter'>;

export async function toTarget(
  client: Client,
  ids: readonly string[],
  options: TargetOptions,
): Promise<Target> {
  const named = ids.map(toNamed).filter((each) => each !== undefined);
  if (named.length > 0 && named.length === ids.length) return { findings: named };
  if (named.length > 0)
    throw new CommandError(EXIT.usage, 'Use either ids of vulnerabilities or matrix values, not both.');
  const { component, severity, ifState } = options;
  if (ids.length === 0 && !component && !severity && !ifState)
    throw new CommandError(
      EXIT.usage,
      'No findings selected. Use ids, --component, --severity or --if-state.',
    );
  return {
    filter: {
      ...(await toScope(client, options)),
      ...(ids.length > 0 && { vulnerabilities: ids.map((vulnId) => ({ vulnId })) }),
      ...(component && { component: toComponent(component) }),
      ...(severity && { severities: [...severity] }),
      ...(ifState && { states: await toStates(ifState) }),
    },
  };
}

/** `project:component:vulnerability`, all UUIDs. */
function toNamed(id: string) {
  const [project = '', component = '', vulnerability = '', ...others] = id.split(':');
  const isMatrix = others.length === 0 && [project, component, vulnerability].every(isUuid);
  return isMatrix ? { component, vulnerability } : undefined;
}

async function toScope(
  client: Client,
  { project, allVersions, allProjects }: TargetOptions,
): Promise<Pick<FindingFilter, 'projects' | 'projectName' | 'everyProject'>> {
  if (project !== undefined) return { projects: [await getProjectUuid(client, project)] };
  if (allVersions !== undefined) return { projectName: allVersions };
  if (allProjects) return { everyProject: true };
  throw new CommandError(
    EXIT.usage,
    'No project selected. Use --project, --all-versions <name> or --all-projects.',
  );
}

function toComponent(text: string): NonNullable<FindingFilter['component']> {
  if (text.startsWith('pkg:')) return { purl: text };
  const slash = text.lastIndexOf('/');
  return slash > 0 ? { group: text.slice(0, slash), name: text.slice(slash + 1) } : { name: text };
}

async function toStates(list: string) {
  const { ANALYSIS_STATES } = await import('@tallyman/contract');
  return list.split(',').map((state) => toChoice(state, ANALYSIS_STATES, 'state'));
}

/** Lists findings whose vulnerability has one of these ids as an alias, because filters match only its own id. */
export async function resolveAliases(
  client: Client,
  ids: readonly string[],
  options: TargetOptions,
): Promise<NonNullable<BulkAnalysisRequest['findings']>> {
  const { project, allVersions, component, severity, ifState } = options;
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const uuid = project === undefined ? undefined : await getProjectUuid(client, project);
  const states = ifState === undefined ? undefined : await toStates(ifState);
  const findings = (await listFindings(client, uuid)).filter(
    (finding) =>
      idsOf(finding.vulnerability).some((id) => wanted.has(id.toLowerCase())) &&
      (allVersions === undefined || finding.component.projectName === allVersions) &&
      (component === undefined || isComponent(finding, component)) &&
      (severity === undefined || severity.includes(finding.vulnerability.severity)) &&
      (states === undefined || states.includes(finding.analysis.state ?? 'NOT_SET')),
  );
  return findings.map(({ component: { uuid: of }, vulnerability }) => ({
    component: of,
    vulnerability: vulnerability.uuid,
  }));
}
