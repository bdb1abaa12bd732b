import type { Client } from '@tallyman/client';
import type { CheckedDataSource, Finding, Project } from '@tallyman/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addExamples, toLimit } from '../command-options.ts';
import { describeAge, noteData } from '../describe-data.ts';
import { addFailOnOption, exitCodeOfFindings, type FailOnOption } from '../fail-on.ts';
import { listDataSources } from '../findings/list-data-sources.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Outcome, print, renderTable } from '../output.ts';
import { addOutputOptions, isForMachines, type OutputOptions } from '../output-options.ts';
import { openProgressLine } from '../progress-line.ts';
import { tableColumns } from '../report/finding-columns.ts';
import { findingFormats } from '../report/finding-formats.ts';
import { fromFinding } from '../report/finding-row.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ListOptions extends ServerOptions, OutputOptions, FailOnOption {
  readonly project?: string;
  readonly severity?: string;
  readonly state?: string;
  readonly search?: string;
  readonly minEpss?: number;
  readonly kev?: true;
  readonly suppressed?: true;
  readonly ignoreUnfixed?: true;
  readonly asOf?: string;
  readonly all?: true;
  readonly limit: number;
}

const PAGE_SIZE = 100;

export function registerFindingsList(findings: Command): void {
  const command = findings
    .command('list')
    .description('List findings, most severe first')
    .option('--project <project>', 'only this project: UUID, name:version, or the name alone')
    .option('--severity <list>', 'only these severities, such as critical,high')
    .option('--state <list>', 'only these analysis states, such as not_set,in_triage')
    .option(
      '--search <text>',
      'only findings with this text in an id, title, component, version or project name',
    )
    .option('--min-epss <score>', 'only findings with at least this EPSS score, such as 0.1', toScore)
    .option('--kev', 'only known exploited vulnerabilities')
    .option('--suppressed', 'include suppressed findings')
    .option('--ignore-unfixed', 'leave out findings without a fixed version')
    .option(
      '--as-of <time>',
      'what was listed at the end of a day (2026-11-01) or at a time (2026-11-01T12:00:00Z)',
    )
    .addOption(new Option('--limit <n>', 'maximum number').default(PAGE_SIZE).argParser(toLimit))
    .addOption(new Option('--all', 'list all').conflicts('limit'))
    .action(async (options: ListOptions) => list(options));
  addExamples(
    addOutputOptions(addFailOnOption(command), 'csv', 'sarif', 'cyclonedx'),
    'tallyman findings list --project "My service:1.0.0"',
    'tallyman findings list --severity critical,high --kev',
    'tallyman findings list --project web --as-of 2026-11-01',
    'tallyman findings list --project web --all --output csv -o findings.csv',
    "tallyman findings list --project web --all --json | jq -r '.findings[].vulnerability.vulnId'",
  );
}

function toScore(text: string): number {
  if (/^(0?\.\d+|[01](\.\d+)?)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number from 0 to 1.');
}

interface Listing {
  readonly project?: Project;
  readonly total: number;
  readonly findings: readonly Finding[];
  readonly dataSources: readonly CheckedDataSource[];
}

async function list(options: ListOptions): Promise<void> {
  const listing = await withSession(options, async (client): Promise<Listing> => {
    const project =
      options.project === undefined ? undefined : await getProjectByReference(client, options.project);
    const dataSources = await listDataSources(client);
    const found = await fetchFindings(client, options, project?.uuid);
    return { ...(project ? { project } : {}), ...found, dataSources };
  });
  await print(describe(listing, options), options);
  const severities = listing.findings.map(({ vulnerability }) => vulnerability.severity);
  process.exitCode = exitCodeOfFindings(severities, options);
}

function describe(listing: Listing, options: ListOptions): Outcome {
  const { project, total, findings, dataSources } = listing;
  const rows = findings.map(fromFinding);
  const cut = noteCut(findings.length, total);
  const named = project && { uuid: project.uuid, name: project.name, version: project.version };
  return {
    document: { ...(named ? { project: named } : {}), total, findings, dataSources },
    text: rows.length > 0 ? renderTable(columnsFor(options), rows) : '',
    formats: findingFormats(rows),
    notes: isForMachines(options) ? (options.json ? [] : cut) : [...toNotes(listing), ...cut],
  };
}

async function fetchFindings(client: Client, options: ListOptions, project: string | undefined) {
  const { findingOperations } = await import('@tallyman/contract');
  using progress = openProgressLine();
  const limit = options.all ? Number.POSITIVE_INFINITY : options.limit;
  const query = toQuery(options, project);
  const findings: Finding[] = [];
  for await (const { rows, total = rows.length } of client.pages(findingOperations.listFindings, {
    query,
    pageSize: Math.min(limit, PAGE_SIZE),
  })) {
    findings.push(...rows.filter(({ match }) => !options.ignoreUnfixed || match?.fixedIn !== undefined));
    progress.show(`${findings.length} of ${total} findings`);
    if (findings.length >= limit) return { total, findings: findings.slice(0, limit) };
  }
  return { total: findings.length, findings };
}

function toQuery(options: ListOptions, project: string | undefined) {
  const { severity, state, search, minEpss, kev, suppressed, asOf } = options;
  return {
    ...(project === undefined ? {} : { project }),
    severity,
    analysisStatus: state,
    textSearchInput: search,
    epssFrom: minEpss,
    ...(kev ? { isKev: true } : {}),
    ...(suppressed ? { showSuppressed: true } : {}),
    // Pages are fetched up to the total, so it must be exact.
    ...(asOf === undefined ? {} : { asOf, totalCount: 'EXACT' }),
    sortName: 'vulnerability.severity',
    sortOrder: 'asc',
  };
}

function columnsFor({ project, suppressed }: ListOptions) {
  return tableColumns({ project: project === undefined, state: true, suppressed: suppressed === true });
}

/**
 * Returns the project, the age of the data, and warnings that explain why "no findings" may not mean "not
 * vulnerable".
 */
function toNotes({ project, findings, dataSources }: Listing): string[] {
  const age = describeAge(dataSources);
  const what =
    findings.length === 0 ? 'No findings' : `${findings.length} finding${findings.length === 1 ? '' : 's'}`;
  return [
    `${what}${project ? ` in ${labelOf(project)}` : ''}${age === '' ? '' : `; data: ${age}`}.`,
    ...(project ? noteProject(project) : []),
    ...noteData(dataSources),
  ];
}

/** A version without a bill of materials has no findings, even if it has components. */
function noteProject({ name, version, lastBomImport, versions = [] }: Project): string[] {
  if (lastBomImport !== undefined) return [];
  const others = versions
    .filter((other) => other.version !== version)
    .map((other) => `${name}:${other.version}`);
  const instead = others.length > 0 ? ` Other versions: ${others.join(', ')}.` : '';
  return [`warning: no bill of materials was uploaded to ${labelOf({ name, version })} yet.${instead}`];
}

function labelOf({
  name,
  version,
}: {
  readonly name: string;
  readonly version?: string | undefined;
}): string {
  return version === undefined ? name : `${name}:${version}`;
}

function noteCut(shown: number, total: number): string[] {
  return shown < total ? [`${shown} of ${total} findings; --all lists the rest.`] : [];
}
