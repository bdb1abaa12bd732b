import type { Endpoint } from './match-endpoint.ts';

/** An operation of the reference. */
export interface WantedOperation extends Endpoint {
  /** What is still missing, although it is served. */
  readonly missing?: string;
}

export interface OperationSection {
  readonly title: string;
  readonly operations: readonly WantedOperation[];
}

/** Reads lines `# title` and `METHOD path`, optionally followed by ` › what is missing`. Empty lines and `//` lines are ignored. */
export function readOperations(text: string): OperationSection[] {
  const sections: { title: string; operations: WantedOperation[] }[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('//')) continue;
    if (line.startsWith('# ')) sections.push({ title: line.slice(2), operations: [] });
    else sections.at(-1)?.operations.push(readOperation(line));
  }
  return sections;
}

function readOperation(line: string): WantedOperation {
  const [, method, path, missing] = /^([A-Z]+) (\/\S*)(?: › (.+))?$/.exec(line) ?? [];
  if (!method || !path) throw new Error(`An operation is written as "METHOD /path", not as "${line}".`);
  return { method, path, ...(missing ? { missing } : {}) };
}
