import type { Endpoint } from './match-endpoint.ts';

export interface OperationSection {
  readonly title: string;
  readonly operations: readonly Endpoint[];
}

/** Reads `# title` and `METHOD path` lines; empty ones and those that start with `//` say nothing. */
export function readOperations(text: string): OperationSection[] {
  const sections: { title: string; operations: Endpoint[] }[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('//')) continue;
    if (line.startsWith('# ')) sections.push({ title: line.slice(2), operations: [] });
    else sections.at(-1)?.operations.push(readOperation(line));
  }
  return sections;
}

function readOperation(line: string): Endpoint {
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(line) ?? [];
  if (!method || !path) throw new Error(`An operation is written as "METHOD /path", not as "${line}".`);
  return { method, path };
}
