import type { Command } from 'commander';
import { addExamples, addSessionOptions } from '../command-options.ts';
import { addFileOptions, type FileOptions, fileOf } from '../file-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { writeDocument } from '../write-document.ts';

interface ExportOptions extends ServerOptions, FileOptions {
  readonly project: string;
  readonly suppressed?: true;
}

export function registerFindingsExport(findings: Command): void {
  const command = findings
    .command('export')
    .description('Export the findings of a project in the Finding Packaging Format')
    .requiredOption('--project <project>', 'UUID, name:version, or the name alone')
    .option('--suppressed', 'include suppressed findings')
    .action(exportFindings);
  addExamples(
    addSessionOptions(addFileOptions(command)),
    'tallyman findings export --project "My service:1.0.0" -o findings.fpf',
    "tallyman findings export --project web | jq -r '.findings[].vulnerability.vulnId'",
  );
}

async function exportFindings(options: ExportOptions): Promise<void> {
  await withSession(options, async (client) => {
    const { findingOperations } = await import('@tallyman/contract');
    const params = { uuid: await getProjectUuid(client, options.project) };
    const query = options.suppressed ? { suppressed: true } : {};
    const { body } = await client.download(findingOperations.exportFindings, { params, query });
    await writeDocument(fileOf(options), body);
  });
}
