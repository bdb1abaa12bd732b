import type { Command } from 'commander';
import { addExamples } from '../command-options.ts';
import { addDocumentOptions, type DocumentOptions, toDocumentQuery } from '../document-options.ts';
import { fileOf } from '../file-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { withSession } from '../server-session.ts';
import { writeDocument } from '../write-document.ts';

export function registerVdrExport(vdr: Command): void {
  const command = vdr
    .command('export')
    .description('Export a vulnerability disclosure report of a project as a CycloneDX document')
    .action(exportVdr);
  addExamples(
    addDocumentOptions(command),
    'tallyman vdr export "My service:1.0.0" -o vdr.json',
    'tallyman vdr export "My service" --version 1.6 -o vdr.xml',
  );
}

async function exportVdr(reference: string, options: DocumentOptions): Promise<void> {
  await withSession(options, async (client) => {
    const { bomExportOperations } = await import('@tallyman/contract');
    const params = { uuid: await getProjectUuid(client, reference) };
    const query = { ...toDocumentQuery(options), variant: 'vdr' };
    const { body } = await client.download(bomExportOperations.exportProject, { params, query });
    await writeDocument(fileOf(options), body);
  });
}
