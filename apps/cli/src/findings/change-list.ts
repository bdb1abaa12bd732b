import type { FindingChange, FindingChangeKind } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { toLimit } from '../command-options.ts';
import type { Column } from '../output.ts';
import { severityStyle } from '../severity-style.ts';
import { describeFieldChange } from './describe-field-change.ts';

export interface ChangeOptions {
  readonly from?: string;
  readonly to?: string;
  readonly kind?: Lowercase<FindingChangeKind>;
  readonly limit: number;
  readonly all?: true;
}

const PAGE_SIZE = 100;

export function addChangeOptions(command: Command): Command {
  return command
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
    .addOption(new Option('--all', 'list all').conflicts('limit'));
}

interface ChangePage<Change> {
  readonly items: readonly Change[];
  readonly next_page_token?: string;
}

interface ChangeQuery {
  readonly from?: string;
  readonly to?: string;
  readonly kind?: FindingChangeKind;
  readonly page_token?: string;
  readonly limit: number;
}

/** Fetches pages until there are as many changes as the options ask for. */
export async function collectChanges<Change>(
  options: ChangeOptions,
  fetchPage: (query: ChangeQuery) => Promise<ChangePage<Change>>,
): Promise<{ readonly changes: readonly Change[]; readonly hasMore: boolean }> {
  const limit = options.all ? Number.POSITIVE_INFINITY : options.limit;
  const { from, to } = options;
  const kind = options.kind?.toUpperCase() as FindingChangeKind | undefined;
  const changes: Change[] = [];
  for (let token: string | undefined; ; ) {
    const page = await fetchPage({
      ...withoutAbsent({ from, to, kind, page_token: token }),
      limit: Math.min(limit, PAGE_SIZE),
    });
    changes.push(...page.items);
    token = page.next_page_token;
    const isFull = changes.length >= limit;
    if (token === undefined || isFull) {
      const hasMore = token !== undefined || changes.length > limit;
      return { changes: isFull ? changes.slice(0, limit) : changes, hasMore };
    }
  }
}

export function withoutAbsent<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

export const changeColumns: Column<FindingChange>[] = [
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
