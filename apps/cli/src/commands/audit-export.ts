import type { Command } from 'commander';
import { addExamples, addSessionOptions } from '../command-options.ts';
import { addFileOptions, type FileOptions, fileOf } from '../file-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { writeDocument } from '../write-document.ts';

interface ExportOptions extends ServerOptions, FileOptions {}

export function registerAuditExport(audit: Command): void {
  const command = audit
    .command('export')
    .description('Export the whole audit log as JSON lines, oldest first')
    .action(exportAuditLog);
  addExamples(
    addSessionOptions(addFileOptions(command)),
    'tallyman audit export -o audit-log.jsonl',
    'tallyman audit export | jq -c \'select(.action == "sign-in.failed")\'',
  );
}

async function exportAuditLog(options: ExportOptions): Promise<void> {
  await withSession(options, async (client) => {
    const { auditLogOperations } = await import('@tallyman/contract');
    const { body } = await client.download(auditLogOperations.exportAuditLog);
    await writeDocument(fileOf(options), body);
  });
}
