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

function listWriter(name: BomListName, areDistinct: boolean): ListWriter {
  const isNew = areDistinct ? () => true : firstOfItsKind();
  const opening = `,\n"${name}":[\n`;
  let separator = opening;
  return {
    item: (value) => {
      if (!isNew(value)) return '';
      const text = separator + JSON.stringify(value);
      separator = ',\n';
      return text;
    },
    end: () => (separator === opening ? `,\n"${name}":[]` : ']'),
  };
}

/** Writes each item once: the schemas require unique items, and pruning may make two items equal. */
function firstOfItsKind(): (value: unknown) => boolean {
  const seen = new Set<number>();
  return (value) => seen.size < seen.add(structuralHash(value)).size;
}

/** One line for each element: compact, and documents can be compared line by line. */
export function createJsonFormat(specVersion: JsonSpecVersion): TextFormat {
  return {
    memberOrder: MEMBER_ORDER,
    demands: new Set(),
    knows: (name, schema) => schema.members.has(name),
    opening: `{"bomFormat":"CycloneDX",\n"specVersion":"${specVersion}"`,
    head: ({ serialNumber, version }) => {
      const serial = serialNumber === undefined ? '' : `,\n"serialNumber":${JSON.stringify(serialNumber)}`;
      return `${serial},\n"version":${version ?? 1}`;
    },
    member: (name, value) => `,\n"${name}":${JSON.stringify(value)}`,
    list: listWriter,
    tail: '\n}\n',
  };
}
