import type { Client } from '@tallyman/client';
import type { EvaluatedFinding, VulnPolicyEvaluation } from '@tallyman/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { type Column, print, renderTable } from '../output.ts';
import { explainCondition } from '../policy/explain-condition.ts';
import { type FilePolicy, readPolicyFile } from '../policy/read-policy-file.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { listPolicies } from './policy-list.ts';

interface TestOptions extends ServerOptions, JsonOption {
  readonly file: string;
  readonly project?: string;
  readonly days?: number;
}

export function registerPolicyTest(policy: Command): void {
  const command = policy
    .command('test')
    .description('Show what the vulnerability policies of a file would do, without applying them')
    .requiredOption('-f, --file <file>', 'YAML file in the format of bundles; - reads stdin')
    .option('--project <project>', 'only this project: UUID, name:version, or the name alone')
    .option('--days <days>', 'only findings of the last days', toDays)
    .action(async (options: TestOptions) => test(options));
  addExamples(
    addServerOptions(command),
    'tallyman policy test -f policy.yaml',
    'tallyman policy test -f policy.yaml --project "My service:1.0.0" --days 30',
  );
}

function toDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days > 0) return days;
  throw new InvalidArgumentError('Use a number of days, such as 30.');
}

async function test(options: TestOptions): Promise<void> {
  const policies = await readPolicyFile(options.file);
  const results = await withSession(options, async (client) => {
    const known = new Map((await listPolicies(client)).map(({ name, uuid }) => [name, uuid]));
    const project = options.project && (await getProjectUuid(client, options.project));
    const evaluated: { name: string; result: VulnPolicyEvaluation }[] = [];
    for (const policy of policies) {
      const result = await evaluate(client, policy, {
        uuid: known.get(policy.name),
        project,
        days: options.days,
      });
      evaluated.push({ name: policy.name, result });
    }
    return evaluated;
  });
  const text = results.map(({ name, result }) => describe(name, result)).join('\n\n');
  const document = { policies: results.map(({ name, result }) => ({ name, ...result })) };
  await print({ document, text }, options);
}

interface Scope {
  readonly uuid: string | undefined;
  readonly project: string | undefined;
  readonly days: number | undefined;
}

async function evaluate(client: Client, { name, body }: FilePolicy, { uuid, project, days }: Scope) {
  const { vulnPolicyOperations } = await import('@tallyman/contract');
  const request = {
    policy: body,
    ...(uuid !== undefined && { uuid }),
    ...(project && { project }),
    ...(days !== undefined && { days }),
  };
  try {
    return (await client.call(vulnPolicyOperations.evaluateVulnPolicy, { body: request })).body;
  } catch (error) {
    throw explainCondition(name, error);
  }
}

function describe(name: string, result: VulnPolicyEvaluation): string {
  const { matched, projects, applied, unchanged, outranked, shadowed, failed, error, conflicts, sample } =
    result;
  const lines = [
    `${name}: matches ${matched} of ${result.evaluated} findings, in ${projects} projects`,
    `  ${applied} would change, ${unchanged} are already as decided`,
    `  ${outranked} are decided by a person or a VEX document, ${shadowed} by a policy of higher rank`,
    ...(result.complete
      ? []
      : [
          `  time limit reached: only ${result.projects_evaluated} of ${result.projects_concerned} projects were evaluated`,
        ]),
    ...(failed > 0 ? [`  on ${failed} the condition cannot be evaluated: ${error ?? ''}`] : []),
    ...conflicts.map(
      (rival) =>
        `  ${rival.name} (priority ${rival.priority}) decides differently on ${rival.findings}${rival.wins ? ' and wins' : ''}`,
    ),
  ];
  return sample.length > 0 ? [...lines, '', renderTable(columns, sample)].join('\n') : lines.join('\n');
}

const columns: readonly Column<EvaluatedFinding>[] = [
  { title: 'PROJECT', value: ({ project }) => titleOf(project), shrinks: true },
  { title: 'COMPONENT', value: ({ component }) => titleOf(component) },
  { title: 'VULNERABILITY', value: ({ vulnerability }) => vulnerability.vuln_id },
  { title: 'OUTCOME', value: ({ outcome }) => outcome },
];

function titleOf({ name, version }: { readonly name: string; readonly version?: string }): string {
  return version === undefined ? name : `${name} ${version}`;
}
