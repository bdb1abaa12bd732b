import type { AuditEntry } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { describeChanges } from '../audit/describe-changes.ts';
import { addExamples, toLimit } from '../command-options.ts';
import { type Column, print } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toListOutcome } from '../to-list-outcome.ts';

interface ListOptions extends ServerOptions, OutputOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const MAX_ENTRIES = 1_000;

export function registerAuditList(audit: Command): void {
  const command = audit
    .command('list')
    .description('List administrative actions and sign-ins, latest first')
    .option('--actor <name>', 'only of this user, or of this API key as listed')
    .option('--action <action>', 'only this action, such as team.changed, or all of sign-in')
    .option('--subject <name>', 'only about this user, team, policy, alert, secret or setting')
    .option('--from <time>', 'only since this day (2026-11-01) or after this time (2026-11-01T12:00:00Z)')
    .option('--to <time>', 'only until this day or time')
    .addOption(
      new Option('--limit <n>', `at most this many, up to ${MAX_ENTRIES}`).default(50).argParser(toLimit),
    )
    .action(list);
  addExamples(
    addOutputOptions(command, 'csv'),
    'tallyman audit list --subject Administrators --from 2026-11-01',
    'tallyman audit list --action sign-in.failed',
    "tallyman audit list --actor admin --json | jq '.entries[].changes'",
  );
}

async function list(options: ListOptions): Promise<void> {
  const { auditLogOperations } = await import('@tallyman/contract');
  const { actor, action, subject, from, to } = options;
  const limit = Math.min(options.limit, MAX_ENTRIES);
  const given = Object.entries({ actor, action, subject, from, to }).filter(
    ([, value]) => value !== undefined,
  );
  const rows = await withSession(options, async (client) => {
    const query = { limit, ...Object.fromEntries(given) };
    return (await client.call(auditLogOperations.listAuditEntries, { query })).body.items;
  });
  await print(toListOutcome({ name: 'entries', columns: COLUMNS, rows }), options);
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    title: 'TIME',
    value: ({ occurred_at }) => new Date(occurred_at).toISOString().slice(0, 19).replace('T', ' '),
  },
  { title: 'ACTOR', value: ({ actor }) => actor.name ?? actor.kind },
  { title: 'ADDRESS', value: ({ actor }) => actor.address },
  { title: 'ACTION', value: ({ action }) => action },
  { title: 'SUBJECT', value: ({ subject }) => subject.name, shrinks: true },
  { title: 'CHANGES', value: ({ changes }) => describeChanges(changes), shrinks: true },
];
