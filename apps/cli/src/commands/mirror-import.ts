import { basename, dirname, resolve } from 'node:path';
import type { Client } from '@tallyman/client';
import type { MirrorRun } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { describeBytes } from '../describe-bytes.ts';
import { EXIT } from '../exit-codes.ts';
import type { DataSourceName } from '../mirror/find-kind.ts';
import { describeRun, failureOf, followRun } from '../mirror/follow-run.ts';
import { type DataFiles, type FoundDataFiles, getDataFiles } from '../mirror/get-data-files.ts';
import { zipRecords } from '../mirror/zip-records.ts';
import { openFile } from '../open-file.ts';
import { print } from '../output.ts';
import { openProgressLine, type ProgressLine } from '../progress-line.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ImportOptions extends ServerOptions, JsonOption {
  readonly source?: DataSourceName;
  readonly wait: boolean;
}

export function registerMirrorImport(mirror: Command): void {
  const command = mirror
    .command('import')
    .description('Import vulnerability data from files, for networks without internet access')
    .argument('<path...>', 'archives, feeds or folders')
    .addOption(
      new Option('--source <source>', 'source of the files, if their names do not tell').choices([
        'nvd',
        'osv',
        'epss',
        'kev',
        'euvd',
      ]),
    )
    .option('--no-wait', 'do not wait until the files have been read')
    .action(async (paths: string[], options: ImportOptions) => importAll(paths, options));
  addExamples(
    addServerOptions(command),
    'tallyman mirror import npm/all.zip',
    'tallyman mirror import ./vulnerability-data',
    'tallyman mirror import epss_scores-current.csv.gz known_exploited_vulnerabilities.json',
  );
}

async function importAll(paths: readonly string[], options: ImportOptions): Promise<void> {
  const found = await Promise.all(paths.map((path) => toDataFiles(path, options)));
  const files = found.flatMap((each) => each.files);
  const unrecognised = found.flatMap((each) => each.unrecognised);
  using progress = openProgressLine();
  const runs = await withSession(options, async (client) => {
    const ended: MirrorRun[] = [];
    for (const file of files) ended.push(await importOne(client, file, options.wait, progress));
    return ended;
  });
  const failures = runs.map(failureOf).filter((failure) => failure !== undefined);
  await print(
    {
      document: { runs },
      text: runs.map(describeRun).join('\n\n'),
      notes: [
        ...unrecognised.map((file) => `warning: ${file} was not recognised and was skipped.`),
        ...failures.map(({ message }) => `error: ${message}`),
      ],
    },
    options,
  );
  process.exitCode = failures[0]?.exitCode ?? EXIT.ok;
}

async function toDataFiles(path: string, { source }: ImportOptions): Promise<FoundDataFiles> {
  return source
    ? { files: [{ source, paths: [path], isPacked: false }], unrecognised: [] }
    : getDataFiles(path);
}

/** OSV archives all have the same name; their folder names the ecosystem. */
function nameOf(path: string): string {
  const [file, folder] = [basename(path), basename(dirname(resolve(path)))];
  return file === 'all.zip' ? `${folder}/${file}` : file;
}

async function importOne(
  client: Client,
  { source, paths, isPacked }: DataFiles,
  wait: boolean,
  progress: ProgressLine,
): Promise<MirrorRun> {
  const [path = ''] = paths;
  await using packed = isPacked ? await zipRecords(paths) : undefined;
  const name = packed ? `${paths.length} records` : nameOf(path);
  const accepted = await send(client, source, packed?.path ?? path, name, progress);
  return wait ? followRun(client, accepted, progress) : accepted;
}

async function send(
  client: Client,
  source: DataSourceName,
  path: string,
  name: string,
  progress: ProgressLine,
): Promise<MirrorRun> {
  const { vulnDataSourceOperations } = await import('@tallyman/contract');
  const file = await openFile(path);
  const body = new FormData();
  body.set('file_name', name);
  body.set('file', file, basename(path));
  const onSent = (bytes: number) =>
    progress.show(`${name}: sent ${describeBytes(bytes)} of ${describeBytes(file.size)}`);
  const waiting = { timeoutMs: null, ...(process.stderr.isTTY ? { onSent } : {}) };
  const call = { params: { name: source }, body, ...waiting };
  return (await client.call(vulnDataSourceOperations.importVulnData, call)).body;
}
