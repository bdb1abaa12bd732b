import { readFile } from 'node:fs/promises';
import type { VulnPolicyBody } from '@tallyman/contract';
import { parseAllDocuments } from 'yaml';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { unreadable } from '../open-file.ts';

export interface FilePolicy {
  readonly name: string;
  readonly body: VulnPolicyBody;
}

/** Reads the vulnerability policies of a YAML file, one per document. The server validates them. */
export async function readPolicyFile(path: string): Promise<FilePolicy[]> {
  const { translatePolicyDocument } = await import('@tallyman/contract');
  const policies = readDocuments(path, await readText(path)).flatMap((document): FilePolicy[] => {
    const translated = translatePolicyDocument(document);
    if (translated === 'skipped') return [];
    if ('errors' in translated) throw wrong(path, translated.errors);
    const { name } = translated.body;
    if (typeof name !== 'string' || !name.trim()) throw wrong(path, ['name is missing']);
    return [{ name: name.trim(), body: translated.body as unknown as VulnPolicyBody }];
  });
  if (policies.length === 0) throw wrong(path, ['contains no vulnerability policy']);
  const repeated = policies.find(({ name }, at) => policies.findIndex((each) => each.name === name) < at);
  if (repeated) throw wrong(path, [`the name ${repeated.name} occurs twice`]);
  return policies;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path === '-' ? '/dev/stdin' : path, 'utf8');
  } catch {
    throw unreadable(path);
  }
}

function readDocuments(path: string, text: string): unknown[] {
  return [...parseAllDocuments(text, { schema: 'core', uniqueKeys: true })].map((document) => {
    const [error] = document.errors;
    if (error) throw wrong(path, [`is not valid YAML: ${error.message.split('\n')[0]}`]);
    try {
      return document.toJS({ maxAliasCount: 50 });
    } catch (failure) {
      throw wrong(path, [
        `is not valid YAML: ${failure instanceof Error ? failure.message : String(failure)}`,
      ]);
    }
  });
}

function wrong(path: string, reasons: readonly string[]): CommandError {
  return new CommandError(EXIT.usage, reasons.map((reason) => `${path}: ${reason}`).join('\n'));
}
