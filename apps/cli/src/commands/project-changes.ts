import type { Client } from '@tallyman/client';
import type { FindingChange, FindingChangeKind } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, addServerOptions, type JsonOption, toLimit } from '../command-options.ts';
import { describeFieldChange } from '../findings/describe-field-change.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { severityStyle } from '../severity-style.ts';

interface ChangesOptions extends ServerOptions, JsonOption {
  readonly from?: string;
  readonly to?: string;
  readonly kind?: Lowercase<FindingChangeKind>;
  readonly limit: number;
  readonly all?: true;
}

const PAGE_SIZE = 100;

export function registerProjectChanges(project: Command): void {
  const command = project
    .command('changes')
    .description('List findings that appeared, disappeared or were decided on, and why')
    .argument('<project>', 'UUID, name:version, or the name alone')
    .option(
      '--from <time>',
      'only changes since this day (2026-11-01) or after this time (2026-11-01T12:00:00Z)',
    )
    .option('--to <time>', 'only changes until this day or time')
    .addOption(
      new Option('--kind <kind>', 'only changes of this kind').choices([
        'appeared',
        'decided',
        'disappeared',
      ]),
    )
    .addOption(new Option('--limit <n>', 'maximum number').default(PAGE_SIZE).argParser(toLimit))
    .addOption(new Option('--all', 'list all').conflicts('limit'))
    .action(
      async (reference: string, options: ChangesOptions) =>
        await print(await describeChanges(reference, options), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman project changes "My service:1.0.0" --from 2026-11-01 --to 2026-11-30',
    "tallyman project changes web --kind appeared --all --json | jq -r '.changes[].vulnerability.vulnId'",
  );
}

async function describeChanges(reference: string, options: ChangesOptions): Promise<Outcome> {
  const { project, changes, hasMore } = await withSession(options, async (client) => {
    const found = await getProjectByReference(client, reference);
    return { project: found, ...(await fetchChanges(client, found.uuid, options)) };
  });
  const { uuid, name, version } = project;
  const label = version === undefined ? name : `${name}:${version}`;
  const cut = hasMore ? [`The first ${changes.length} changes; --all lists the rest.`] : [];
  return {
    document: { project: { uuid, name, version }, changes },
    text: changes.length > 0 ? renderTable(columns, changes) : '',
    notes: options.json ? [] : changes.length > 0 ? cut : [`No changes of the findings in ${label}.`],
  };
}

async function fetchChanges(client: Client, uuid: string, options: ChangesOptions) {
  const { findingHistoryOperations } = await import('@tallyman/contract');
  const limit = options.all ? Number.POSITIVE_INFINITY : options.limit;
  const { from, to } = options;
  const kind = options.kind?.toUpperCase() as FindingChangeKind | undefined;
  const changes: FindingChange[] = [];
  for (let token: string | undefined; ; ) {
    const { body } = await client.call(findingHistoryOperations.listProjectChanges, {
      params: { uuid },
      query: { ...withoutAbsent({ from, to, kind, page_token: token }), limit: Math.min(limit, PAGE_SIZE) },
    });
    changes.push(...body.items);
    token = body.next_page_token;
    const isFull = changes.length >= limit;
    if (token === undefined || isFull) {
      const hasMore = token !== undefined || changes.length > limit;
      return { changes: isFull ? changes.slice(0, limit) : changes, hasMore };
    }
  }
}

function withoutAbsent<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

const columns: Column<FindingChange>[] = [
  { title: 'TIME', value: ({ at }) => new Date(at).toISOString().slice(0, 16).replace('T', ' ') },
  { title: 'CHANGE', value: ({ kind }) => kind.toLowerCase() },
  {
    title: 'SEVERITY',
    value: ({ vulnerability }) => vulnerability.severity,
    style: ({ vulnerability }) => severityStyle(vulnerability.severity),
  },
  { title: 'VULNERABILITY', value: ({ vulnerability }) => vulnerability.vulnId },
  { title: 'COMPONENT', value: ({ component }) => toLabel(component), shrinks: true },
  {
    title: 'DECISION',
    value: ({ changes = [] }) => changes.map(describeFieldChange).join(', '),
    shrinks: true,
  },
  { title: 'CAUSE', value: ({ cause }) => cause?.toLowerCase().replaceAll('_', ' ') },
  { title: 'BY', value: ({ actor }) => actor, shrinks: true },
];

function toLabel({ group, name, version }: FindingChange['component']): string {
  return `${group ? `${group}/` : ''}${name}${version ? `@${version}` : ''}`;
}
