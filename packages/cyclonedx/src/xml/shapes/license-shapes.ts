import { isJsonObject } from '../../schema/schema-node.ts';
import { dateTime, normalized, token, uri } from '../scalars.ts';
import { attribute, list, many, mixedListShape, one, record, type Shape, text } from '../shape.ts';
import { attachment, bomRef, party, properties } from './common-shapes.ts';

const licensing: Shape = record({
  children: [
    list('altIds', 'altId', text(normalized)),
    one('licensor', party('individual')),
    one('licensee', party('individual')),
    one('purchaser', party('individual')),
    one('purchaseOrder', text()),
    list('licenseTypes', 'licenseType', text(token)),
    one('lastRenewal', text(dateTime)),
    one('expiration', text(dateTime)),
  ],
});

const licenseAttributes = [bomRef, attribute('acknowledgement', token)];

const license: Shape = record({
  attributes: licenseAttributes,
  children: [
    one('id', text(token)),
    one('name', text(normalized)),
    one('text', attachment),
    one('url', text(uri)),
    one('licensing', licensing),
    properties,
  ],
});

const expression: Shape = record({
  attributes: licenseAttributes,
  text: { member: 'expression', scalar: normalized },
});

const expressionDetail: Shape = record({
  attributes: [attribute('license-identifier', normalized, 'licenseIdentifier'), bomRef],
  children: [one('text', attachment), one('url', text(uri))],
});

const detailedExpression: Shape = record({
  attributes: [...licenseAttributes, attribute('expression', normalized)],
  children: [many('details', expressionDetail, 'expressionDetails'), one('licensing', licensing), properties],
});

/** In JSON a licence is wrapped in a member `license`, an expression is not. */
const wrappedLicense: Shape = {
  read: (element) => ({ license: license.read(element) }),
  write: (name, value) => (isJsonObject(value) ? license.write(name, value.license) : undefined),
};

const DETAILS = ['expressionDetails', 'licensing', 'properties'];

function chooseElement(item: unknown): string | undefined {
  if (!isJsonObject(item)) return undefined;
  if (item.license !== undefined) return 'license';
  return DETAILS.some((member) => item[member] !== undefined) ? 'expression-detailed' : 'expression';
}

export const licenses = one(
  'licenses',
  mixedListShape(
    { license: wrappedLicense, expression, 'expression-detailed': detailedExpression },
    chooseElement,
  ),
);
