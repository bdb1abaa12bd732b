import * as contract from '@tallyman/contract';
import type { Plugin } from 'vite';

const ID = '\0tallyman-contract';
/** Followed by the name of an export. */
const PART = '\0tallyman-contract:';

/**
 * The contract as the browser needs it: how to call each operation, and plain values. Without it the schemas of
 * every operation, and the library that makes them, would be part of the first download. Every export is a module,
 * so that operations are downloaded with the pages that call them.
 */
export function contractPlugin(): Plugin {
  const values = toPlainValues(contract);
  return {
    name: 'tallyman-contract',
    enforce: 'pre',
    resolveId: (source) => {
      if (source === '@tallyman/contract') return { id: ID, moduleSideEffects: false };
      return source.startsWith(PART) ? { id: source, moduleSideEffects: false } : undefined;
    },
    load: (id) => {
      if (id === ID) return toIndex([...values.keys()]);
      if (!id.startsWith(PART)) return undefined;
      const name = id.slice(PART.length);
      return `export const ${name} = ${JSON.stringify(values.get(name))};`;
    },
  };
}

function toPlainValues(values: object): Map<string, unknown> {
  const plain = Object.entries(values).map(([name, value]) => [name, toPlain(value)] as const);
  return new Map(plain.filter(([, value]) => value !== undefined));
}

function toIndex(names: readonly string[]): string {
  return names.map((name) => `export { ${name} } from ${JSON.stringify(PART + name)};`).join('\n');
}

/** Operations without their schemas, and lists or tables of text; nothing else crosses over. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Object.entries(value);
  if (members.every(([, member]) => typeof member === 'string')) return value;
  if (!members.every(([, member]) => isOperation(member))) return undefined;
  return Object.fromEntries(members.map(([name, member]) => [name, slimOperation(member)]));
}

function isOperation(value: unknown): value is contract.Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

function slimOperation({
  id,
  method,
  path,
  access,
  body,
  consumes,
  produces,
  responses,
}: contract.Operation) {
  return {
    id,
    method,
    path,
    access,
    ...(body ? { body: {} } : {}),
    ...(consumes ? { consumes } : {}),
    ...(produces ? { produces } : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, schema]) => [status, schema === null ? null : {}]),
    ),
  };
}
