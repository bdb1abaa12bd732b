import type { BomListName } from '../model/bom.ts';
import { isAtLeast, type SpecVersion, toXmlNamespace } from '../spec-version.ts';
import { DOCUMENT_MEMBERS, LIST_ITEMS } from '../xml/shapes/bom-shapes.ts';
import { escapeAttribute } from '../xml/xml-text.ts';
import type { ListWriter, MemberName, TextFormat } from './text-format.ts';
import { UniqueReferences } from './unique-references.ts';

/** The order of the schema. JSON signatures have no XML form and are left out. */
const MEMBER_ORDER: readonly MemberName[] = [
  'metadata',
  'components',
  'services',
  'externalReferences',
  'dependencies',
  'compositions',
  'properties',
  'vulnerabilities',
  'annotations',
  'formulation',
  'declarations',
  'definitions',
  'citations',
];

/** XML has properties of the document since 1.3, JSON since 1.5. */
function knowsProperties(specVersion: SpecVersion): boolean {
  return isAtLeast(specVersion, '1.3');
}

function listWriter(name: BomListName, references: UniqueReferences): ListWriter {
  const { element, shape } = LIST_ITEMS[name];
  let opening = `<${name}>\n`;
  return {
    item: (value) => {
      const item = shape.write(element, references.distinguish(value));
      if (item === undefined) return '';
      const text = `${opening}${item}\n`;
      opening = '';
      return text;
    },
    end: () => {
      if (opening === '') return `</${name}>\n`;
      return name === 'components' ? '<components/>\n' : '';
    },
  };
}

export function createXmlFormat(specVersion: SpecVersion): TextFormat {
  const references = new UniqueReferences();
  return {
    memberOrder: MEMBER_ORDER,
    // The list of components was mandatory in the first two versions.
    demands: new Set<MemberName>(isAtLeast(specVersion, '1.2') ? [] : ['components']),
    knows: (name, schema) =>
      name === 'properties' ? knowsProperties(specVersion) : schema.members.has(name),
    opening: `<?xml version="1.0" encoding="UTF-8"?>\n<bom xmlns="${toXmlNamespace(specVersion)}"`,
    head: ({ serialNumber, version }) => {
      const serial =
        typeof serialNumber === 'string' ? ` serialNumber="${escapeAttribute(serialNumber)}"` : '';
      return `${serial} version="${version ?? 1}">\n`;
    },
    member: (name, value) => {
      const rule = DOCUMENT_MEMBERS[name as keyof typeof DOCUMENT_MEMBERS];
      const text = rule.shape.write(rule.element, references.distinguish(value));
      return text === undefined ? '' : `${text}\n`;
    },
    list: (name) => listWriter(name, references),
    tail: '</bom>\n',
  };
}
