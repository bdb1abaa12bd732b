import { type Command, InvalidArgumentError } from 'commander';
import { addExamples, addSessionOptions } from '../command-options.ts';
import { addFileOptions, type FileOptions, fileOf } from '../file-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { writeDocument } from '../write-document.ts';

interface ExportOptions extends ServerOptions, FileOptions {
  readonly version?: string;
  readonly format?: string;
}

export function registerBomExport(bom: Command): void {
  const command = bom
    .command('export')
    .description('Export the bill of materials of a project as a CycloneDX document')
    .argument('<project>', 'UUID, name:version, or the name alone')
    .option('--version <version>', 'CycloneDX version, 1.0 to 1.7 (default: 1.5)')
    .option('--format <format>', 'json or xml (default: the extension of the file, else json)', toFormat)
    .action(exportBom);
  addExamples(
    addSessionOptions(addFileOptions(command)),
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
  const { version } = options;
  const output = fileOf(options);
  const format = options.format ?? (output?.toLowerCase().endsWith('.xml') ? 'xml' : 'json');
  await withSession(options, async (client) => {
    const { bomExportOperations } = await import('@tallyman/contract');
    const params = { uuid: await getProjectUuid(client, reference) };
    const query = { format, ...(version === undefined ? {} : { version }) };
    const { body } = await client.download(bomExportOperations.exportProject, { params, query });
    await writeDocument(output, body);
  });
}
