import type { FindingChange, FindingChangeCause, PortfolioChange } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import {
  addChangeOptions,
  type ChangeOptions,
  changeColumns,
  collectChanges,
  withoutAbsent,
} from '../findings/change-list.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface FindingsChangesOptions extends ServerOptions, JsonOption, ChangeOptions {
  readonly project?: string;
  readonly cause?: string;
}

export function registerFindingsChanges(findings: Command): void {
  const command = findings
    .command('changes')
    .description('List findings of all projects that appeared, disappeared or were decided on, and why')
    .option('--project <project>', 'only this project: UUID, name:version, or the name alone')
    .option('--cause <cause>', 'only changes with this cause, such as bom-upload, advisory or person');
  addChangeOptions(command).action(
    async (options: FindingsChangesOptions) => await print(await describeChanges(options), options),
  );
  addExamples(
    addServerOptions(command),
    'tallyman findings changes --from 2026-11-01 --kind appeared',
    "tallyman findings changes --cause advisory --all --json | jq -r '.changes[].project.name'",
  );
}

async function describeChanges(options: FindingsChangesOptions): Promise<Outcome> {
  const { findingHistoryOperations } = await import('@tallyman/contract');
  const { changes, hasMore } = await withSession(options, async (client) => {
    const { project: reference } = options;
    const project =
      reference === undefined ? undefined : (await getProjectByReference(client, reference)).uuid;
    const further = withoutAbsent({ project, cause: toCause(options.cause) });
    return collectChanges(options, async (query) => {
      const request = { query: { ...query, ...further } };
      return (await client.call(findingHistoryOperations.listFindingChanges, request)).body;
    });
  });
  const cut = hasMore ? [`The first ${changes.length} changes; --all lists the rest.`] : [];
  return {
    document: { changes },
    text: changes.length > 0 ? renderTable(columns, changes.map(toListed)) : '',
    notes: options.json ? [] : changes.length > 0 ? cut : ['No changes of findings.'],
  };
}

/** The server refuses unknown causes and lists the known ones. */
function toCause(cause: string | undefined): FindingChangeCause | undefined {
  return cause?.toUpperCase().replaceAll('-', '_') as FindingChangeCause | undefined;
}

type ListedChange = FindingChange & Pick<PortfolioChange, 'project'>;

function toListed({
  vulnerability: { vuln_id: vulnId, ...vulnerability },
  ...change
}: PortfolioChange): ListedChange {
  return { ...change, vulnerability: { ...vulnerability, vulnId } };
}

const [time, ...others] = changeColumns;
const columns: Column<ListedChange>[] = [
  ...(time ? [time] : []),
  {
    title: 'PROJECT',
    value: ({ project: { name, version } }) => (version === undefined ? name : `${name}:${version}`),
    shrinks: true,
  },
  ...others,
];
