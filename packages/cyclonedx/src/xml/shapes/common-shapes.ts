import { boolean, integer, normalized, spaced, string, token, uri } from '../scalars.ts';
import {
  attribute,
  attributeValue,
  list,
  many,
  one,
  record,
  required,
  type Shape,
  text,
  wrappedItems,
} from '../shape.ts';

export const bomRef = attribute('bom-ref');

/** `<x ref="…"/>` is the reference itself in JSON. */
export const reference: Shape = attributeValue('ref', {
  read: (value) => value,
  write: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
});

export const attachment: Shape = record({
  attributes: [attribute('content-type', normalized, 'contentType'), attribute('encoding', token)],
  text: { member: 'content', scalar: string },
});

export const hash: Shape = record({
  attributes: [attribute('alg', token)],
  text: { member: 'content', scalar: token },
});

export const hashes = list('hashes', 'hash', hash);

/** Before 1.6 properties in JSON may lack a name. */
export const property: Shape = record({
  attributes: [{ ...attribute('name'), required: true }],
  text: { member: 'value', scalar: spaced, optional: true },
});

export const properties = list('properties', 'property', property);

export const externalReference: Shape = record({
  attributes: [attribute('type', token)],
  children: [required(one('url', text(uri))), one('comment', text()), hashes, properties],
});

export const externalReferences = list('externalReferences', 'reference', externalReference);

export const tags = list('tags', 'tag', text(normalized));

export const organizationalContact: Shape = record({
  attributes: [bomRef],
  children: [one('name', text(normalized)), one('email', text(normalized)), one('phone', text(normalized))],
});

const postalAddress: Shape = record({
  attributes: [bomRef],
  children: [
    one('country', text()),
    one('region', text()),
    one('locality', text()),
    one('postOfficeBoxNumber', text()),
    one('postalCode', text()),
    one('streetAddress', text()),
  ],
});

export const organizationalEntity: Shape = record({
  attributes: [bomRef],
  children: [
    one('name', text(normalized)),
    one('address', postalAddress),
    many('url', text(uri)),
    many('contact', organizationalContact),
  ],
});

/** A party that is either an organization or a person. The member for a person has the given name in JSON. */
export function party(personMember: 'individual' | 'contact'): Shape {
  return record({
    children: [
      one('organization', organizationalEntity),
      one('individual', organizationalContact, personMember),
    ],
  });
}

const issueSource: Shape = record({ children: [one('name', text(normalized)), one('url', text(uri))] });

export const issue: Shape = record({
  attributes: [attribute('type', token)],
  children: [
    one('id', text(normalized)),
    one('name', text(normalized)),
    one('description', text(normalized)),
    one('source', issueSource),
    list('references', 'url', text(uri)),
  ],
});

export const swid: Shape = record({
  attributes: [
    attribute('tagId'),
    attribute('name'),
    attribute('version'),
    attribute('tagVersion', integer),
    attribute('patch', boolean),
  ],
  children: [one('text', attachment), one('url', text(uri))],
});

/** A list of texts: `<aliases><alias>…</alias></aliases>`. */
export function texts(name: string, itemName: string): ReturnType<typeof one> {
  return one(name, wrappedItems(itemName, text()));
}
