import type { Client } from '@tallyman/client';
import type { Finding } from '@tallyman/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../session.ts';
import { severityStyle } from '../severity-style.ts';

interface ListOptions extends ServerOptions, JsonOption {
  readonly project?: string;
  readonly severity?: string;
  readonly state?: string;
  readonly search?: string;
  readonly minEpss?: number;
  readonly kev?: true;
  readonly suppressed?: true;
  readonly all?: true;
  readonly limit: number;
}

const PAGE_SIZE = 100;

export function registerFindingsList(findings: Command): void {
  const command = findings
    .command('list')
    .description('List findings, the worst first')
    .option('--project <project>', 'only those of this project: UUID, name:version, or the name alone')
    .option('--severity <list>', 'only these severities, such as critical,high')
    .option('--state <list>', 'only these analysis states, such as not_set,in_triage')
    .option(
      '--search <text>',
      'only those with this text in an id, title, component, version or project name',
    )
    .option('--min-epss <score>', 'only those with at least this EPSS score, such as 0.1', toScore)
    .option('--kev', 'only those known to be exploited')
    .option('--suppressed', 'suppressed ones too')
    .addOption(new Option('--limit <n>', 'how many at most').default(PAGE_SIZE).argParser(toLimit))
    .addOption(new Option('--all', 'all of them').conflicts('limit'))
    .action(async (options: ListOptions) => print(await list(options), options));
  addExamples(
    addServerOptions(command),
    'tallyman findings list --project "My service:1.0.0"',
    'tallyman findings list --severity critical,high --kev',
    "tallyman findings list --project web --all --json | jq -r '.findings[].vulnerability.vulnId'",
  );
}

function toLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 on.');
}

function toScore(text: string): number {
  if (/^(0?\.\d+|[01](\.\d+)?)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}

interface Listing {
  readonly total: number;
  readonly findings: readonly Finding[];
}

async function list(options: ListOptions): Promise<Outcome> {
  const listing = await withSession(options, (client) => fetchFindings(client, options));
  const { total, findings } = listing;
  return {
    document: listing,
    text: findings.length > 0 ? renderTable(columns(options), findings) : '',
    notes: options.json ? [] : toNotes(findings.length, total),
  };
}

async function fetchFindings(client: Client, options: ListOptions): Promise<Listing> {
  const { findingOperations } = await import('@tallyman/contract');
  const limit = options.all ? Number.POSITIVE_INFINITY : options.limit;
  const query = await toQuery(client, options);
  const findings: Finding[] = [];
  for await (const { rows, total = rows.length } of client.pages(findingOperations.listFindings, {
    query,
    pageSize: Math.min(limit, PAGE_SIZE),
  })) {
    findings.push(...rows);
    if (findings.length >= limit || findings.length >= total) {
      return { total, findings: findings.slice(0, limit) };
    }
  }
  return { total: findings.length, findings };
}

async function toQuery(client: Client, options: ListOptions) {
  const { project, severity, state, search, minEpss, kev, suppressed } = options;
  return {
    ...(project === undefined ? {} : { project: await getProjectUuid(client, project) }),
    severity,
    analysisStatus: state,
    textSearchInput: search,
    epssFrom: minEpss,
    ...(kev ? { isKev: true } : {}),
    ...(suppressed ? { showSuppressed: true } : {}),
    sortName: 'vulnerability.severity',
    sortOrder: 'asc',
  };
}

function columns({ project, suppressed }: ListOptions): Column<Finding>[] {
  const owner: Column<Finding> = {
    title: 'PROJECT',
    value: ({ component }) => [component.projectName, component.projectVersion].filter(Boolean).join(':'),
    shrinks: true,
  };
  return [
    {
      title: 'SEVERITY',
      value: ({ vulnerability }) => vulnerability.severity,
      style: ({ vulnerability }) => severityStyle(vulnerability.severity),
    },
    { title: 'VULNERABILITY', value: ({ vulnerability }) => vulnerability.vulnId },
    {
      title: 'COMPONENT',
      value: ({ component }) => [component.group, component.name].filter(Boolean).join('/'),
      shrinks: true,
    },
    { title: 'VERSION', value: ({ component }) => component.version, shrinks: true },
    ...(project === undefined ? [owner] : []),
    { title: 'AFFECTED', value: ({ match }) => match?.range, shrinks: true },
    { title: 'EPSS', value: ({ vulnerability }) => vulnerability.epssScore?.toFixed(3) },
    { title: 'KEV', value: ({ vulnerability }) => (vulnerability.isKev ? 'yes' : '') },
    { title: 'STATE', value: ({ analysis }) => describeState(analysis, suppressed === true) },
  ];
}

function describeState({ state = 'NOT_SET', isSuppressed }: Finding['analysis'], tells: boolean): string {
  const words = state === 'NOT_SET' ? '' : state.toLowerCase().replaceAll('_', ' ');
  return tells && isSuppressed ? `${words} (suppressed)`.trim() : words;
}

function toNotes(shown: number, total: number): string[] {
  if (shown === 0) return ['No findings.'];
  return shown < total ? [`${shown} of ${total} findings; --all lists the rest.`] : [];
}
