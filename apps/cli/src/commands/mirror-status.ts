import type { VulnDataSource } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { type Column, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

type StatusOptions = ServerOptions & JsonOption;

export function registerMirrorStatus(mirror: Command): void {
  const command = mirror
    .command('status')
    .description('Show the age of the vulnerability data of each source')
    .action(async (options: StatusOptions) => show(options));
  addExamples(
    addServerOptions(command),
    'tallyman mirror status',
    'tallyman mirror status --json | jq -r \'.sources[] | select(.state != "CURRENT") | .name\'',
  );
}

async function show(options: StatusOptions): Promise<void> {
  const { vulnDataSourceOperations } = await import('@tallyman/contract');
  const sources = await withSession(
    options,
    async (client) => (await client.call(vulnDataSourceOperations.listVulnDataSources, {})).body.items,
  );
  await print(
    { document: { sources }, text: renderTable(columns, sources), notes: notesOf(sources) },
    options,
  );
}

/** No findings in data that was never loaded mean nothing. */
function notesOf(sources: readonly VulnDataSource[]): string[] {
  const missing = sources.filter(({ enabled, state }) => enabled && state === 'NEVER_LOADED');
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(', ');
  return [
    `Never loaded: ${names}. Their vulnerabilities are not found yet. Start with: tallyman mirror run <source>`,
  ];
}

const STATES: Readonly<Record<VulnDataSource['state'], string>> = {
  NEVER_LOADED: 'never loaded',
  CURRENT: 'current',
  STALE: 'stale',
};

const columns: readonly Column<VulnDataSource>[] = [
  { title: 'SOURCE', value: ({ name }) => name },
  { title: 'MIRRORED', value: ({ enabled, cron }) => (enabled ? cron : 'no') },
  { title: 'DATA', value: ({ state }) => STATES[state] },
  { title: 'LAST SUCCESS', value: ({ last_success }) => toTime(last_success) },
  { title: 'LAST RUN', value: describeLatest, shrinks: true },
];

function describeLatest({ latest_run }: VulnDataSource): string {
  if (!latest_run) return '';
  const { status, failure_reason, records } = latest_run;
  if (status === 'FAILED') return `failed: ${failure_reason ?? ''}`;
  const passedOver = records.unreadable > 0 ? `, ${records.unreadable} unreadable` : '';
  return `${status.toLowerCase()}: ${records.new} new, ${records.changed} changed, ${records.unchanged} unchanged${passedOver}`;
}

function toTime(millis: number | undefined): string {
  return millis === undefined ? '' : new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
}
