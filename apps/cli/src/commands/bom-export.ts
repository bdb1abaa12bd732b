import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@tallyman/client';
import { type Command, InvalidArgumentError } from 'commander';
import { addExamples, addSessionOptions } from '../command-options.ts';
import { describeBytes } from '../describe-bytes.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { getProjectByReference, isUuid } from '../get-project-by-reference.ts';
import { printNote } from '../output.ts';
import { type ServerOptions, withSession } from '../session.ts';

interface ExportOptions extends ServerOptions {
  readonly version?: string;
  readonly format?: string;
  readonly output?: string;
}

export function registerBomExport(bom: Command): void {
  const command = bom
    .command('export')
    .description('Export the bill of materials of a project as a CycloneDX document')
    .argument('<project>', 'UUID, name:version, or the name alone')
    .option('--version <version>', 'CycloneDX version, 1.0 to 1.7 (default: 1.5)')
    .option('--format <format>', 'json or xml (default: as the name of the file ends, else json)', toFormat)
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .action(exportBom);
  addExamples(
    addSessionOptions(command),
    'tallyman bom export "My service:1.0.0" > bom.json',
    'tallyman bom export "My service" --version 1.6 -o bom.xml',
    "tallyman bom export 0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f | jq -r '.components[].purl'",
  );
}

function toFormat(text: string): string {
  const format = text.toLowerCase();
  if (format === 'json' || format === 'xml') return format;
  throw new InvalidArgumentError('Use json or xml.');
}

async function exportBom(reference: string, options: ExportOptions): Promise<void> {
  const { output, version } = options;
  const format = options.format ?? (output?.toLowerCase().endsWith('.xml') ? 'xml' : 'json');
  await withSession(options, async (client) => {
    const { bomExportOperations } = await import('@tallyman/contract');
    const params = { uuid: await toUuid(client, reference) };
    const query = { format, ...(version === undefined ? {} : { version }) };
    const { body } = await client.download(bomExportOperations.exportProject, { params, query });
    if (output === undefined) await pipeline(body, process.stdout, { end: false });
    else printNote(`${describeBytes(await writeFile(output, body))} in ${output}`);
  });
}

async function toUuid(client: Client, reference: string): Promise<string> {
  return isUuid(reference) ? reference : (await getProjectByReference(client, reference)).uuid;
}

/** Written aside and renamed: the file is there completely, as it was before, or not at all. */
async function writeFile(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const aside = `${path}.${crypto.randomUUID()}`;
  const file = createWriteStream(aside, { flags: 'wx' });
  try {
    await pipeline(body, file).catch(toFileError);
    await rename(aside, path).catch(toFileError);
    return file.bytesWritten;
  } finally {
    await rm(aside, { force: true });
  }
}

function toFileError(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error;
  throw new CommandError(EXIT.usage, `The file cannot be written: ${error.message}`);
}
