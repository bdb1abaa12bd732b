import type { ProjectDiff } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

type DiffOptions = ServerOptions & JsonOption;

export function registerProjectDiff(project: Command): void {
  const command = project
    .command('diff')
    .description('Compare the components of two projects or versions')
    .argument('<from>', 'UUID, name:version, or the name alone')
    .argument('<to>', 'UUID, name:version, or the name alone')
    .action(
      async (from: string, to: string, options: DiffOptions) =>
        await print(await diff(from, to, options), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman project diff "My service:1.0.0" "My service:1.1.0"',
    "tallyman project diff shop:1 shop:2 --json | jq -r '.added[].purl'",
  );
}

async function diff(from: string, to: string, options: DiffOptions): Promise<Outcome> {
  const { diffOperations } = await import('@tallyman/contract');
  const found = await withSession(options, async (client) => {
    const [one, other] = [await getProjectByReference(client, from), await getProjectByReference(client, to)];
    const params = { from: one.uuid, to: other.uuid };
    return (await client.call(diffOperations.diffProjects, { params })).body;
  });
  const changes = toChanges(found);
  return {
    document: found,
    text: changes.length > 0 ? renderTable(columns, changes) : '',
    notes: options.json ? [] : [summarise(found)],
  };
}

interface Change {
  readonly sign: string;
  readonly component: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const columns: Column<Change>[] = [
  { title: '', value: ({ sign }) => sign },
  { title: 'COMPONENT', value: ({ component }) => component, shrinks: true },
  { title: 'FROM', value: ({ from }) => from },
  { title: 'TO', value: ({ to }) => to },
];

function toChanges({ added, removed, changed }: ProjectDiff): Change[] {
  const changes = [
    ...added.map((one) => ({ sign: '+', component: labelOf(one), to: one.version ?? '(none)' })),
    ...removed.map((one) => ({ sign: '-', component: labelOf(one), from: one.version ?? '(none)' })),
    ...changed.map(({ from, to }) => ({
      sign: '~',
      component: labelOf(to),
      from: from.version ?? '(none)',
      to: to.version ?? '(none)',
    })),
  ];
  return changes.sort((a, b) => (a.component < b.component ? -1 : a.component > b.component ? 1 : 0));
}

function labelOf({ group, name }: { group?: string; name: string }): string {
  return group ? `${group}/${name}` : name;
}

function summarise({ added, removed, changed, unchanged }: ProjectDiff): string {
  return `${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged`;
}
