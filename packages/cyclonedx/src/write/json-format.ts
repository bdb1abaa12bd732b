import type { BomListName } from '../model/bom.ts';
import { structuralHash } from '../schema/structural-hash.ts';
import type { JsonSpecVersion } from '../spec-version.ts';
import type { ListWriter, MemberName, TextFormat } from './text-format.ts';

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
function listWriter(name: BomListName): ListWriter {
  const seen = new Set<number>();
  let separator = `,\n"${name}":[\n`;
  return {
    item: (value) => {
      if (seen.size === seen.add(structuralHash(value)).size) return '';
      const text = separator + JSON.stringify(value);
      separator = ',\n';
      return text;
    },
    end: () => (seen.size === 0 ? `,\n"${name}":[]` : ']'),
  };
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
    list: listWriter,
    tail: '\n}\n',
  };
}
