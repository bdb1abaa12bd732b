import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@tallyman/client';
import type { CheckReport, Severity } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { type CheckedFile, describeChecks, noteChecks } from '../check/describe-checks.ts';
import { type FindingFilters, filterFindings } from '../check/filter-findings.ts';
import { IGNORE_FILE, noteExpired, readIgnoreRules } from '../check/ignore-file.ts';
import { readVexStatements } from '../check/vex-statements.ts';
import { addExamples, collect } from '../command-options.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { addFailOnOption, exitCodeOfFindings, type FailOnOption } from '../fail-on.ts';
import { type Failure, toFailure } from '../failure.ts';
import { getInputFiles, noteUnrecognised } from '../get-input-files.ts';
import { openFile } from '../open-file.ts';
import { print } from '../output.ts';
import { addOutputOptions, isForMachines, type OutputOptions } from '../output-options.ts';
import { openProgressLine, type ProgressLine } from '../progress-line.ts';
import { findingFormats } from '../report/finding-formats.ts';
import { fromChecked } from '../report/finding-row.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { countSeverities, toSeverities } from '../severities.ts';

interface CheckOptions extends ServerOptions, OutputOptions, FailOnOption {
  readonly severity?: readonly Severity[];
  readonly ignoreUnfixed?: true;
  readonly ignoreFile?: string | boolean;
  readonly vex?: readonly string[];
  readonly lenient?: true;
}

export function registerCheck(program: Command): void {
  const command = program
    .command('check')
    .description('Find the vulnerabilities of bills of materials (CycloneDX) without storing anything')
    .argument('<path...>', 'documents (JSON or XML, plain or compressed) or folders; - reads stdin')
    .addOption(
      new Option('--severity <list>', 'show and count only these severities').argParser(toSeverities),
    )
    .option('--ignore-unfixed', 'leave out findings without a fixed version')
    .option('--ignore-file <file>', `file with findings to ignore (default: ${IGNORE_FILE}, if it exists)`)
    .option('--no-ignore-file', `do not read ${IGNORE_FILE}`)
    .option('--vex <file>', 'leave out findings that this CycloneDX VEX resolves; may be repeated', collect)
    .option('--lenient', 'accept documents whose schema violations do not concern components')
    .action(async (paths: string[], options: CheckOptions) => check(paths, options));
  addExamples(
    addOutputOptions(addFailOnOption(command), 'csv', 'sarif', 'cyclonedx'),
    'tallyman check bom.json',
    'tallyman check build/ --fail-on high --ignore-unfixed',
    'tallyman check bom.json --output sarif -o tallyman.sarif',
    "cyclonedx-npm | tallyman check - --json | jq -r '.results[].vulnerability.vulnId'",
  );
}

async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  const input = await getInputFiles(paths);
  const filters = await readFilters(options);
  const checked = await withSession(options, (client) => checkAll(client, input.files, filters, options));
  const rows = checked.flatMap((each) => ('rows' in each ? each.rows : []));
  const failures = checked.flatMap((each) => ('error' in each ? [each.error] : []));
  const forPeople = isForMachines(options) ? [] : noteChecks(checked);
  await print(
    {
      document: toDocument(checked),
      text: describeChecks(checked),
      formats: findingFormats(rows),
      notes: [
        ...noteUnrecognised(input),
        ...noteExpired(filters.ignored),
        ...forPeople,
        ...failures.map(({ message }) => `error: ${message}`),
      ],
    },
    options,
  );
  process.exitCode = exitCodeOf(
    failures,
    rows.map(({ vulnerability }) => vulnerability.severity),
    options,
  );
}

/** A document that could not be checked is worse than findings, because nothing is known about it. */
function exitCodeOf(
  failures: readonly Failure[],
  severities: readonly Severity[],
  options: CheckOptions,
): ExitCode {
  return failures[0]?.exitCode ?? exitCodeOfFindings(severities, options);
}

async function readFilters({
  severity,
  ignoreUnfixed,
  ignoreFile,
  vex = [],
}: CheckOptions): Promise<FindingFilters> {
  const [ignored, statements] = [await readIgnoreRules(ignoreFile), await readVexStatements(vex)];
  return { severity, ignoreUnfixed, ignored, vex: statements };
}

async function checkAll(
  client: Client,
  files: readonly string[],
  filters: FindingFilters,
  options: CheckOptions,
): Promise<CheckedFile[]> {
  using progress = openProgressLine();
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push(await checkOne(client, file, filters, options, progress));
  return checked;
}

/** A rejected document does not prevent the others from being checked. */
async function checkOne(
  client: Client,
  file: string,
  filters: FindingFilters,
  options: CheckOptions,
  progress: ProgressLine,
): Promise<CheckedFile> {
  try {
    const { results, ...report } = await send(client, file, options, progress);
    const all = results.map((result) => ({ ...fromChecked(result, file), result }));
    const { shown, hidden } = filterFindings(all, filters);
    return { file, report, rows: shown, hidden };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.exitCode === EXIT.unreachable || failure.exitCode === EXIT.denied) throw error;
    return { file, error: { ...failure, message: describeRefusal(file, failure) } };
  }
}

async function send(
  client: Client,
  file: string,
  { lenient }: CheckOptions,
  progress: ProgressLine,
): Promise<CheckReport> {
  const { checkOperations } = await import('@tallyman/contract');
  const isPiped = file === '-';
  const document = isPiped ? new Blob([await buffer(process.stdin)]) : await openFile(file);
  const body = new FormData();
  body.set('bom', document, isPiped ? 'bom' : basename(file));
  progress.show(`${file}: checking`);
  const query = lenient ? { lenient: true } : {};
  // No time limit: the response arrives when the whole document has been sent and matched.
  return (await client.call(checkOperations.checkBom, { body, query, timeoutMs: null })).body;
}

/** The service describes its own parameter; on the command line it is an option. */
function describeRefusal(file: string, { message }: Failure): string {
  const own = message.replace('add ?lenient=true:', 'add --lenient:');
  return own.startsWith(file) ? own : `${file}: ${own}`;
}

/** One document is one report; several are a list of reports. */
function toDocument(checked: readonly CheckedFile[]): object {
  const [only] = checked;
  if (only && checked.length === 1) return 'rows' in only ? toReport(only) : { error: only.error };
  return { files: checked.map((each) => ('rows' in each ? { file: each.file, ...toReport(each) } : each)) };
}

function toReport({ report, rows, hidden }: Extract<CheckedFile, { rows: unknown }>): object {
  const findings = countSeverities(rows.map(({ vulnerability }) => vulnerability.severity));
  return { ...report, findings, hidden, results: rows.map(({ result }) => result) };
}
