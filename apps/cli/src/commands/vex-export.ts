import type { Command } from 'commander';
import { addExamples } from '../command-options.ts';
import { addDocumentOptions, type DocumentOptions, toDocumentQuery } from '../document-options.ts';
import { fileOf } from '../file-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { withSession } from '../server-session.ts';
import { writeDocument } from '../write-document.ts';

export function registerVexExport(vex: Command): void {
  const command = vex
    .command('export')
    .description('Export the decisions on the findings of a project as a CycloneDX VEX document')
    .action(exportVex);
  addExamples(
    addDocumentOptions(command),
    'tallyman vex export "My service:1.0.0" -o vex.json',
    'tallyman vex export "My service" --uploaded-refs --version 1.6 > vex.json',
    'tallyman vex export web | jq -r \'.vulnerabilities[] | .id + " " + .analysis.state\'',
  );
}

async function exportVex(reference: string, options: DocumentOptions): Promise<void> {
  await withSession(options, async (client) => {
    const { vexOperations } = await import('@tallyman/contract');
    const params = { uuid: await getProjectUuid(client, reference) };
    const query = toDocumentQuery(options);
    const { body } = await client.download(vexOperations.exportVex, { params, query });
    await writeDocument(fileOf(options), body);
  });
}
