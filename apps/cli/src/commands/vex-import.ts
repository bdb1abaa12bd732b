import { basename } from 'node:path';
import type { Client, ProblemError } from '@tallyman/client';
import type { VexReceipt } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { describeReceipt, noteReceipt, type ProjectName } from '../describe-receipt.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { getInputFiles, noteUnrecognised } from '../get-input-files.ts';
import { getProjectByReference, isUuid } from '../get-project-by-reference.ts';
import { openFile } from '../open-file.ts';
import { type Outcome, print } from '../output.ts';
import { openProgressLine } from '../progress-line.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { waitForWork } from '../wait-for-work.ts';

interface ImportOptions extends ServerOptions, JsonOption {
  readonly project?: string;
  readonly name?: string;
  readonly projectVersion?: string;
  readonly dryRun?: true;
  readonly wait: boolean;
  readonly failOnSkipped?: true;
}

export function registerVexImport(vex: Command): void {
  const command = vex
    .command('import')
    .description('Apply the decisions of VEX documents (CycloneDX, JSON or XML) to the findings of a project')
    .argument('<path...>', 'documents (plain or compressed) or folders')
    .addOption(
      new Option('--project <project>', 'the project: UUID, name:version, or the name alone').conflicts([
        'name',
        'projectVersion',
      ]),
    )
    .option('--name <name>', 'name of the project')
    .option('--project-version <version>', 'version of the project')
    .option('--dry-run', 'only show what would be applied')
    .option('--no-wait', 'do not wait until the document is processed')
    .option('--fail-on-skipped', 'exit with 1 if an entry was skipped')
    .action(async (paths: string[], options: ImportOptions) => {
      const { exitCode, ...outcome } = await importAll(paths, options);
      await print(outcome, options);
      process.exitCode = exitCode;
    });
  addExamples(
    addServerOptions(command),
    'tallyman vex import vex.json --project "My service:1.0.0"',
    'tallyman vex import vex.xml --name "My service" --project-version 1.0.0 --dry-run',
    'tallyman vex import vex.json --project web --json | jq \'.entries[] | select(.fate == "skipped")\'',
  );
}

type Imported = { readonly file: string; readonly project?: ProjectName } & VexReceipt;

/** One document is one receipt; several are a list of receipts. */
async function importAll(
  paths: readonly string[],
  options: ImportOptions,
): Promise<Outcome & { readonly exitCode: ExitCode }> {
  const input = await getInputFiles(paths);
  const imported = await withSession(options, async (client) => {
    const receipts: Imported[] = [];
    for (const file of input.files) {
      const receipt = await importVex(client, file, options);
      receipts.push({ file, ...receipt, ...(await findProject(client, receipt.projectUuid)) });
    }
    return receipts;
  });
  const [only] = imported;
  const notes = imported.flatMap((each) => [...noteReceipt(each), ...noteFailure(each)]);
  return {
    document: imported.length === 1 ? only : { imports: imported },
    text: imported.map((each) => describeReceipt(each)).join('\n\n'),
    notes: [...noteUnrecognised(input), ...(options.json ? [] : notes)],
    exitCode: imported.map((each) => exitCodeOf(each, options)).find((code) => code !== EXIT.ok) ?? EXIT.ok,
  };
}

/** Callers who may decide need not be allowed to see projects. */
async function findProject(client: Client, uuid: string): Promise<{ readonly project?: ProjectName }> {
  const { projectOperations } = await import('@tallyman/contract');
  try {
    const { name, version } = (await client.call(projectOperations.getProject, { params: { uuid } })).body;
    return { project: { name, ...(version === undefined ? {} : { version }) } };
  } catch (error) {
    if ((error as ProblemError)?.name === 'ProblemError') return {};
    throw error;
  }
}

async function importVex(client: Client, file: string, options: ImportOptions): Promise<VexReceipt> {
  const { vexOperations } = await import('@tallyman/contract');
  using progress = openProgressLine();
  const body = await toForm(client, file, options);
  progress.show(`${file}: sending`);
  // No time limit: the response arrives when the whole document has been sent and validated.
  const query = options.dryRun ? { dryRun: true } : {};
  const { body: answer } = await client.call(vexOperations.importVex, { body, query, timeoutMs: null });
  if ('entries' in answer) return answer;
  const { token } = answer;
  if (options.wait) await waitForWork(client, token, () => progress.show(`${file}: applying`));
  const params = { uuid: token };
  return (await client.call(vexOperations.getVexReceipt, { params, timeoutMs: null })).body;
}

async function toForm(client: Client, file: string, options: ImportOptions): Promise<FormData> {
  const document = await openFile(file);
  const form = new FormData();
  for (const [name, value] of Object.entries(await toTarget(client, options))) form.set(name, value);
  form.set('vex', document, basename(file));
  return form;
}

/** A UUID is not looked up, because callers who may decide need not be allowed to see projects. */
async function toTarget(
  client: Client,
  { project, name, projectVersion }: ImportOptions,
): Promise<Readonly<Record<string, string>>> {
  if (project !== undefined) {
    return { project: isUuid(project) ? project : (await getProjectByReference(client, project)).uuid };
  }
  if (name === undefined) throw new CommandError(EXIT.usage, 'Name the project with --project or --name.');
  return { projectName: name, ...(projectVersion === undefined ? {} : { projectVersion }) };
}

function noteFailure({ file, state, failure }: Imported): string[] {
  if (state !== 'FAILED') return [];
  return [`error: ${file}: could not be processed: ${failure ?? 'the reason is in the log of the service'}`];
}

function exitCodeOf({ state, totals }: VexReceipt, { failOnSkipped }: ImportOptions): ExitCode {
  if (state === 'FAILED') return EXIT.failed;
  return failOnSkipped && totals.skipped > 0 ? EXIT.failed : EXIT.ok;
}
