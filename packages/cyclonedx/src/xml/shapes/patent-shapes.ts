import { isJsonObject } from '../../schema/schema-node.ts';
import { date, type Scalar, token } from '../scalars.ts';
import { filledList, list, many, mixedListShape, one, record, required, type Shape, text } from '../shape.ts';
import type { XmlElement } from '../xml-element.ts';
import { bomRef, externalReferences, organizationalContact, organizationalEntity } from './common-shapes.ts';

/** Members that only an organization has. A party with only a name could be either and is read as an organization. */
function isContact(value: unknown): boolean {
  return isJsonObject(value) && (value.email !== undefined || value.phone !== undefined);
}

/** XML has separate elements for organizations and persons; JSON has their members inline. */
function inlineParty(personElement: 'individual' | 'contact'): Shape {
  const read = (element: XmlElement): unknown => {
    const [child] = element.children;
    if (child === undefined) return undefined;
    if (child.name === 'ref') return child.text;
    return (child.name === personElement ? organizationalContact : organizationalEntity).read(child);
  };
  const writeInner = (value: unknown): string | undefined => {
    if (typeof value === 'string') return text().write('ref', value);
    if (isContact(value)) return organizationalContact.write(personElement, value);
    return organizationalEntity.write('organization', value);
  };
  return {
    read,
    write: (name, value) => {
      const inner = writeInner(value);
      return inner === undefined ? undefined : `<${name}>${inner}</${name}>`;
    },
  };
}

/** JSON allows any white space inside a number, XML only spaces. */
const spaced: Scalar = {
  read: (value) => value,
  write: (value) => (typeof value === 'string' ? value.replaceAll(/\s/g, ' ') : undefined),
};

const patentAssertion: Shape = record({
  attributes: [bomRef],
  children: [
    one('assertionType', text(token)),
    filledList('patentRefs', 'bom-ref', text()),
    required(one('asserter', inlineParty('contact'))),
    one('notes', text()),
  ],
});

export const patentAssertions = list('patentAssertions', 'patentAssertion', patentAssertion);

const priorityApplication: Shape = record({
  children: [
    one('applicationNumber', text(spaced)),
    one('jurisdiction', text(token)),
    required(one('filingDate', text(date))),
  ],
});

const patent: Shape = record({
  attributes: [bomRef],
  children: [
    one('patentNumber', text(spaced)),
    one('applicationNumber', text(spaced)),
    one('jurisdiction', text(token)),
    one('priorityApplication', priorityApplication),
    one('publicationNumber', text(spaced)),
    one('title', text()),
    one('abstract', text()),
    one('filingDate', text(date)),
    one('grantDate', text(date)),
    one('patentExpirationDate', text(date)),
    one('patentLegalStatus', text(token)),
    many('patentAssignee', inlineParty('individual')),
    externalReferences,
  ],
});

const patentFamily: Shape = record({
  attributes: [bomRef],
  children: [
    one('familyId', text()),
    one('priorityApplication', priorityApplication),
    filledList('members', 'ref', text()),
    externalReferences,
  ],
});

export const patents = one(
  'patents',
  mixedListShape({ patent, patentFamily }, (item) =>
    isJsonObject(item) && item.familyId !== undefined ? 'patentFamily' : 'patent',
  ),
);
