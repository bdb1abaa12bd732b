import { isJsonObject } from '../../schema/schema-node.ts';
import { boolean, normalized, token, uri } from '../scalars.ts';
import {
  attribute,
  inline,
  lazy,
  list,
  mixedListShape,
  one,
  record,
  required,
  type Shape,
  text,
  wrappedItems,
} from '../shape.ts';
import { bomRef, externalReferences, organizationalEntity, properties, tags } from './common-shapes.ts';
import { releaseNotes } from './component-shapes.ts';
import { dataGovernance } from './data-shapes.ts';
import { licenses } from './license-shapes.ts';
import { patentAssertions } from './patent-shapes.ts';

const classification: Shape = record({
  attributes: [attribute('flow', token)],
  text: { member: 'classification', scalar: normalized },
});

/** In XML a data flow contains its classification; in JSON flow and classification are members of the same object. */
const dataflow: Shape = record({
  attributes: [attribute('name'), attribute('description')],
  children: [
    inline('classification', classification),
    one('governance', dataGovernance),
    list('source', 'url', text(uri)),
    list('destination', 'url', text(uri)),
  ],
});

const DETAILS = ['name', 'description', 'governance', 'source', 'destination'];

const dataElements = { classification, dataflow };

/** Up to 1.4 a list of classifications; since 1.5 either classifications or data flows, never both in one list. */
const serviceData: Shape = {
  read: (element) => mixedListShape(dataElements, () => undefined).read(element),
  write: (name, value) => {
    if (!Array.isArray(value)) return undefined;
    const detailed = value.some(
      (item) => isJsonObject(item) && DETAILS.some((member) => item[member] !== undefined),
    );
    return mixedListShape(dataElements, () => (detailed ? 'dataflow' : 'classification')).write(name, value);
  },
};

export const service: Shape = record({
  attributes: [bomRef],
  children: [
    one('provider', organizationalEntity),
    one('group', text(normalized)),
    required(one('name', text(normalized))),
    one('version', text(normalized)),
    one('description', text(normalized)),
    list('endpoints', 'endpoint', text(uri)),
    one('authenticated', text(boolean)),
    one('x-trust-boundary', text(boolean)),
    one('trustZone', text()),
    one('data', serviceData),
    licenses,
    patentAssertions,
    externalReferences,
    properties,
    one(
      'services',
      wrappedItems(
        'service',
        lazy(() => service),
      ),
    ),
    one('releaseNotes', releaseNotes),
    tags,
  ],
});
