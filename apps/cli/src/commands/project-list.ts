import type { Client, RowOf } from '@tallyman/client';
import type { projectOperations } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, toLimit } from '../command-options.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { addOutputOptions, isForMachines, type OutputOptions } from '../output-options.ts';
import { renderCsv } from '../render-csv.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ListOptions extends ServerOptions, OutputOptions {
  readonly search?: string;
  readonly tag?: string;
  readonly all?: true;
  readonly limit: number;
  readonly inactive?: true;
}

const PAGE_SIZE = 100;

export function registerProjectList(project: Command): void {
  const command = project
    .command('list')
    .description('List projects by name')
    .option('--search <text>', 'only projects with this text in the name, or with this tag')
    .option('--tag <tag>', 'only projects with this tag')
    .option('--inactive', 'include inactive projects')
    .addOption(new Option('--limit <n>', 'maximum number').default(PAGE_SIZE).argParser(toLimit))
    .addOption(new Option('--all', 'list all').conflicts('limit'))
    .action(async (options: ListOptions) => print(await list(options), options));
  addExamples(
    addOutputOptions(command, 'csv'),
    'tallyman project list',
    'tallyman project list --search service --tag backend --limit 20',
    "tallyman project list --all --json | jq -r '.projects[].uuid'",
  );
}

type ListedProject = RowOf<typeof projectOperations.listConciseProjects>;

interface Listing {
  readonly total: number;
  readonly projects: readonly ListedProject[];
}

async function list(options: ListOptions): Promise<Outcome> {
  const listing = await withSession(options, (client) => fetchProjects(client, options));
  const { total, projects } = listing;
  return {
    document: listing,
    text: projects.length > 0 ? renderTable(columns(options), projects) : '',
    formats: { csv: () => renderCsv(columns(options), projects) },
    notes: isForMachines(options) ? [] : toNotes(projects.length, total),
  };
}

async function fetchProjects(client: Client, options: ListOptions): Promise<Listing> {
  const { projectOperations } = await import('@tallyman/contract');
  const { search: searchText, tag, inactive } = options;
  const limit = options.all ? Number.POSITIVE_INFINITY : options.limit;
  const query = { searchText, tag, ...(inactive ? {} : { active: true }) };
  const projects: ListedProject[] = [];
  for await (const { rows, total = rows.length } of client.pages(projectOperations.listConciseProjects, {
    query,
    pageSize: Math.min(limit, PAGE_SIZE),
  })) {
    projects.push(...rows);
    if (projects.length >= limit || projects.length >= total)
      return { total, projects: projects.slice(0, limit) };
  }
  return { total: projects.length, projects };
}

function columns({ inactive }: ListOptions): Column<ListedProject>[] {
  const state: Column<ListedProject> = {
    title: 'STATE',
    value: ({ active }) => (active ? 'active' : 'inactive'),
  };
  return [
    { title: 'NAME', value: ({ name }) => name, shrinks: true },
    { title: 'VERSION', value: ({ version }) => version, shrinks: true },
    { title: 'LATEST', value: ({ isLatest }) => (isLatest ? 'yes' : '') },
    ...(inactive ? [state] : []),
    { title: 'CLASSIFIER', value: ({ classifier }) => classifier },
    { title: 'TAGS', value: ({ tags = [] }) => tags.map(({ name }) => name).join(', '), shrinks: true },
    { title: 'UUID', value: ({ uuid }) => uuid },
  ];
}

function toNotes(shown: number, total: number): string[] {
  if (shown === 0) return ['No projects found.'];
  return shown < total ? [`${shown} of ${total} projects; --all lists the rest.`] : [];
}
