import type { BomListName } from '../model/bom.ts';
import { structuralHash } from '../schema/structural-hash.ts';
import type { JsonSpecVersion } from '../spec-version.ts';
import type { MemberName, TextFormat } from './text-format.ts';

const MEMBER_ORDER: readonly MemberName[] = [
  'metadata',
  'components',
  'services',
  'externalReferences',
  'dependencies',
  'compositions',
  'vulnerabilities',
  'annotations',
  'formulation',
  'declarations',
  'definitions',
  'citations',
  'properties',
  'signature',
];

/** Each item once: the schemas demand it, and pruning may make two items equal. */
async function* list(name: BomListName, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  const seen = new Set<number>();
  yield `,\n"${name}":[`;
  let separator = '\n';
  for await (const item of items) {
    if (seen.size === seen.add(structuralHash(item)).size) continue;
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield ']';
}

/** One line per component and so on: compact, and two documents can still be compared line by line. */
export function createJsonFormat(specVersion: JsonSpecVersion): TextFormat {
  return {
    memberOrder: MEMBER_ORDER,
    demands: new Set(),
    knows: (name, schema) => schema.members.has(name),
    head: ({ serialNumber, version }) => {
      const serial = serialNumber === undefined ? '' : `,\n"serialNumber":${JSON.stringify(serialNumber)}`;
      return `{"bomFormat":"CycloneDX",\n"specVersion":"${specVersion}"${serial},\n"version":${version ?? 1}`;
    },
    member: (name, value) => `,\n"${name}":${JSON.stringify(value)}`,
    list,
    tail: '\n}\n',
  };
}
