import { type Command, InvalidArgumentError } from 'commander';
import { addSessionOptions } from './command-options.ts';
import { addFileOptions, type FileOptions, fileOf } from './file-options.ts';
import type { ServerOptions } from './server-session.ts';

/** Options of commands that export a CycloneDX document with vulnerabilities. */
export interface DocumentOptions extends ServerOptions, FileOptions {
  readonly version?: string;
  readonly format?: string;
  readonly uploadedRefs?: true;
}

export function addDocumentOptions(command: Command): Command {
  command
    .argument('<project>', 'UUID, name:version, or the name alone')
    .option('--version <version>', 'CycloneDX version, 1.4 to 1.7 (default: 1.5)')
    .option('--format <format>', 'json or xml (default: the extension of the file, else json)', toFormat)
    .option('--uploaded-refs', 'references as in the last uploaded BOM, instead of UUIDs');
  return addSessionOptions(addFileOptions(command));
}

function toFormat(text: string): string {
  const format = text.toLowerCase();
  if (format === 'json' || format === 'xml') return format;
  throw new InvalidArgumentError('Use json or xml.');
}

export function toDocumentQuery(options: DocumentOptions) {
  const { version, format, uploadedRefs } = options;
  return {
    format: format ?? (fileOf(options)?.toLowerCase().endsWith('.xml') ? 'xml' : 'json'),
    ...(version === undefined ? {} : { version }),
    ...(uploadedRefs ? { refs: 'uploaded' } : {}),
  };
}
