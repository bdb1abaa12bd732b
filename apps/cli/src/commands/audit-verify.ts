import { type Command, InvalidArgumentError, Option } from 'commander';
import { readEntries } from '../audit/read-entries.ts';
import { type KnownEntry, type VerifiedChain, verifyChain } from '../audit/verify-chain.ts';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { openFile } from '../open-file.ts';
import { print } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface VerifyOptions extends ServerOptions, JsonOption {
  readonly known?: KnownEntry;
}

export function registerAuditVerify(audit: Command): void {
  const command = audit
    .command('verify')
    .description('Verify that no entry of the audit log was changed or removed')
    .argument('[file]', 'an exported log; without it, that of the server')
    .addOption(
      new Option(
        '--known <position:hash>',
        'an entry that was printed earlier: detects that the log was rewritten or its end removed',
      ).argParser(toKnownEntry),
    )
    .action(verify);
  addExamples(
    addServerOptions(command),
    'tallyman audit verify',
    'tallyman audit verify audit-log.jsonl --known 1204:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  );
}

async function verify(file: string | undefined, options: VerifyOptions): Promise<void> {
  const chain = file === undefined ? await verifyServer(options) : await verifyFile(file, options);
  const { entries, first, last, errors } = chain;
  const isSound = errors.length === 0;
  const text = isSound
    ? `${entries} entries, ${first} to ${last?.position}: none was changed or removed.`
    : '';
  const notes = isSound ? [`Keep for the next time: --known ${last?.position}:${last?.hash}`] : errors;
  await print({ document: chain, text, notes }, options);
  if (!isSound) process.exitCode = EXIT.failed;
}

function verifyServer(options: VerifyOptions): Promise<VerifiedChain> {
  return withSession(options, async (client) => {
    const { auditLogOperations } = await import('@tallyman/contract');
    const { body } = await client.download(auditLogOperations.exportAuditLog);
    return verifyChain(readEntries(body), options.known);
  });
}

async function verifyFile(path: string, { known }: VerifyOptions): Promise<VerifiedChain> {
  const content = await openFile(path);
  return verifyChain(readEntries(content.stream()), known);
}

function toKnownEntry(text: string): KnownEntry {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position !== undefined && hash !== undefined) return { position: Number(position), hash };
  throw new InvalidArgumentError('Use position:hash, as printed by an earlier tallyman audit verify.');
}
