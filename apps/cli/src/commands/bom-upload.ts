import type { Client, ProblemError } from '@tallyman/client';
import type { BomUpload, Severity } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, addServerOptions, collect, type JsonOption } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { addFailOnOption, exitCodeOfFindings, type FailOnOption } from '../fail-on.ts';
import { CommandError, type Failure, toFailure } from '../failure.ts';
import { countFindings } from '../findings/count-findings.ts';
import { getDescribedProject } from '../get-described-project.ts';
import { getInputFiles, noteUnrecognised } from '../get-input-files.ts';
import { getProjectByReference, isUuid, readings } from '../get-project-by-reference.ts';
import { noteIgnoredViolations } from '../note-ignored-violations.ts';
import { type Outcome, print, renderFacts } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { describeCounts, SEVERITIES, type SeverityCounts } from '../severities.ts';
import { type UploadFields, uploadBom } from '../upload-bom.ts';

interface UploadOptions extends ServerOptions, JsonOption, FailOnOption {
  readonly project?: string;
  readonly name?: string;
  readonly projectVersion?: string;
  readonly autoCreate?: true;
  readonly parent?: string;
  readonly tag?: readonly string[];
  readonly latest?: true;
  readonly wait?: boolean;
}

export function registerBomUpload(bom: Command): void {
  const command = bom
    .command('upload')
    .description('Upload bills of materials (CycloneDX, JSON or XML, plain or compressed)')
    .argument('<path...>', 'documents or folders; each document is uploaded to its own project')
    .addOption(
      new Option('--project <project>', 'the project: UUID, name:version, or the name alone').conflicts([
        'name',
        'projectVersion',
        'autoCreate',
      ]),
    )
    .option('--name <name>', 'name of the project (default: the project that the document describes)')
    .option('--project-version <version>', 'version of the project')
    .option('--auto-create', 'create the project if it does not exist')
    .option('--parent <project>', 'parent of a created project: UUID or name:version')
    .option('--tag <tag>', 'tag of the project; may be repeated', collect)
    .option('--latest', 'mark a created project as the latest version')
    .option('--wait', 'wait until the documents are processed and analysed (default)')
    .option('--no-wait', 'do not wait')
    .action(async (files: string[], options: UploadOptions) => {
      const { exitCode, ...outcome } = await upload(files, options);
      await print(outcome, options);
      process.exitCode = exitCode;
    });
  addExamples(
    addServerOptions(addFailOnOption(command)),
    'tallyman bom upload bom.json --name "My service" --project-version 1.0.0 --auto-create',
    'tallyman bom upload bom.xml.gz --project "My service:1.0.0"',
    'tallyman bom upload build/ --auto-create --tag nightly --fail-on critical',
    "tallyman bom upload bom.json --project 0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f --json | jq -r '.uploads[].state'",
  );
}

interface Uploaded {
  readonly file: string;
  readonly upload: BomUpload;
  /** Absent if the caller may not see it. */
  readonly project?: { readonly name: string; readonly version?: string };
  readonly findings?: SeverityCounts;
}

type Result = Uploaded | { readonly file: string; readonly error: Failure };

async function upload(
  paths: readonly string[],
  options: UploadOptions,
): Promise<Outcome & { readonly exitCode: ExitCode }> {
  const isOneProject = (options.project ?? options.name) !== undefined;
  if (isOneProject && paths.length > 1) throw tooMany();
  if (options.failOn !== undefined && options.wait === false)
    throw new CommandError(EXIT.usage, '--fail-on needs the findings. Remove --no-wait.');
  const input = await getInputFiles(paths);
  if (isOneProject && input.files.length > 1) throw tooMany();
  const results = await withSession(options, async (client) => {
    const uploaded: Result[] = [];
    for (const file of input.files) uploaded.push(await uploadOne(client, file, options));
    return uploaded;
  });
  const failures = results.map(failureOf).filter((failure) => failure !== undefined);
  return {
    document: { uploads: results.map(toDocument) },
    text: results.flatMap((result) => ('upload' in result ? [describe(result)] : [])).join('\n\n'),
    notes: [
      ...noteUnrecognised(input),
      ...results.flatMap((result) => ('upload' in result ? noteIgnoredViolations(result.upload) : [])),
      ...failures.map(({ message }) => `error: ${message}`),
    ],
    exitCode: failures[0]?.exitCode ?? exitCodeOfFindings(results.flatMap(severitiesOf), options),
  };
}

function tooMany(): CommandError {
  return new CommandError(
    EXIT.usage,
    'Several documents cannot be uploaded to one project. Upload them one by one.',
  );
}

/** A rejected document does not prevent the next ones from being uploaded; an unreachable server does. */
async function uploadOne(client: Client, file: string, options: UploadOptions): Promise<Result> {
  try {
    const fields = await toFields(client, file, options);
    const done = await uploadBom(client, file, fields, options.wait ?? true);
    return { file, upload: done, ...(await describeProject(client, done, options)) };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.exitCode === EXIT.unreachable || failure.problem?.status === 401) throw error;
    const message = failure.message.startsWith(file) ? failure.message : `${file}: ${failure.message}`;
    return { file, error: { ...failure, message } };
  }
}

/** Callers who may upload need not be allowed to see projects or findings. With --fail-on that is an error. */
async function describeProject(
  client: Client,
  { projectUuid, state }: BomUpload,
  { failOn }: UploadOptions,
): Promise<Pick<Uploaded, 'project' | 'findings'>> {
  const { projectOperations } = await import('@tallyman/contract');
  const seen = await client
    .call(projectOperations.getProject, { params: { uuid: projectUuid } })
    .catch(nothingIfForbidden);
  const isDone = state === 'PROCESSED' || state === 'UNCHANGED';
  const counting = isDone ? countFindings(client, projectUuid) : undefined;
  const findings = await (failOn === undefined ? counting?.catch(nothingIfForbidden) : counting);
  const { name, version } = seen?.body ?? {};
  return {
    ...(name === undefined ? {} : { project: { name, ...(version === undefined ? {} : { version }) } }),
    ...(findings ? { findings } : {}),
  };
}

function nothingIfForbidden(error: unknown): undefined {
  if ((error as ProblemError)?.status !== 403) throw error;
}

function severitiesOf(result: Result): Severity[] {
  const counts = 'findings' in result ? result.findings : undefined;
  return SEVERITIES.filter((severity) => (counts?.[severity.toLowerCase() as Lowercase<Severity>] ?? 0) > 0);
}

async function toFields(client: Client, file: string, options: UploadOptions): Promise<UploadFields> {
  const { autoCreate, parent, tag, latest } = options;
  return {
    ...(await toProjectFields(client, file, options)),
    ...(autoCreate ? { autoCreate: 'true' } : {}),
    ...(parent ? toParentFields(parent) : {}),
    ...(tag ? { projectTags: tag.map(requireTag).join(',') } : {}),
    ...(latest ? { isLatest: 'true' } : {}),
  };
}

/** A UUID is not looked up, because callers who may upload need not be allowed to see projects. */
async function toProjectFields(
  client: Client,
  file: string,
  { project, name, projectVersion }: UploadOptions,
): Promise<UploadFields> {
  if (project !== undefined) {
    return { project: isUuid(project) ? project : (await getProjectByReference(client, project)).uuid };
  }
  const described = name === undefined ? await getDescribedProject(file) : { name };
  const version = projectVersion ?? ('version' in described ? described.version : undefined);
  return { projectName: described.name, ...(version === undefined ? {} : { projectVersion: version }) };
}

function toParentFields(parent: string): UploadFields {
  if (isUuid(parent)) return { parentUUID: parent };
  const [{ name, version } = { name: parent }] = readings(parent);
  return { parentName: name, ...(version === undefined ? {} : { parentVersion: version }) };
}

function requireTag(tag: string): string {
  if (!tag.includes(',')) return tag;
  throw new CommandError(
    EXIT.usage,
    `"${tag}" is not a tag: tags have no commas. Repeat --tag for several tags.`,
  );
}

function failureOf(result: Result): Failure | undefined {
  if ('error' in result) return result.error;
  const { state, failure = 'the reason is in the log of the service' } = result.upload;
  if (state !== 'FAILED') return undefined;
  return { exitCode: EXIT.failed, message: `${result.file}: could not be processed: ${failure}` };
}

function toDocument(result: Result): object {
  if ('error' in result) return result;
  const { file, upload: done, project, findings } = result;
  return { file, ...done, ...(project ? { project } : {}), ...(findings ? { findings } : {}) };
}

const STATES: Readonly<Record<BomUpload['state'], string>> = {
  PENDING: 'accepted, not yet processed',
  PROCESSED: 'processed',
  UNCHANGED: 'unchanged: the project already has this document',
  FAILED: 'failed',
};

function describe({ file, upload, project, findings }: Uploaded): string {
  const { components, componentsAdded = 0, componentsChanged = 0, componentsRemoved = 0 } = upload;
  const changes = `${componentsAdded} added, ${componentsChanged} changed, ${componentsRemoved} removed`;
  return renderFacts([
    ['File', file],
    ['State', STATES[upload.state]],
    ['Document', `CycloneDX ${upload.specVersion}, ${upload.format}`],
    ['Components', components === undefined ? undefined : `${components} (${changes})`],
    ['Findings', findings && describeCounts(findings).replace(/ findings?/, '')],
    ['Project', project ? [project.name, project.version].filter(Boolean).join(':') : undefined],
    ['Project UUID', upload.projectUuid],
    ['Token', upload.token],
  ]);
}
