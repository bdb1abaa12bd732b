import { isJsonObject } from '../../schema/schema-node.ts';
import { dateTime, normalized, token, tokenOr } from '../scalars.ts';
import { lazy, list, one, record, type Shape, text, wrappedItems } from '../shape.ts';
import {
  externalReferences,
  hashes,
  organizationalContact,
  organizationalEntity,
  properties,
} from './common-shapes.ts';
import { component } from './component-shapes.ts';
import { licenses } from './license-shapes.ts';
import { service } from './service-shapes.ts';

const legacyTool: Shape = record({
  children: [
    one('vendor', text(normalized)),
    one('name', text(normalized)),
    one('version', text(normalized)),
    hashes,
    externalReferences,
  ],
});

const legacyTools = wrappedItems('tool', legacyTool);

const toolsRecord: Shape = record({
  children: [list('components', 'component', component), list('services', 'service', service)],
});

/** A list of tools up to 1.4; since 1.5 either that or components and services. */
const toolsShape: Shape = {
  read: (element) =>
    element.children.some((child) => child.name !== 'tool')
      ? toolsRecord.read(element)
      : legacyTools.read(element),
  write: (name, value) => (isJsonObject(value) ? toolsRecord : legacyTools).write(name, value),
};

export const tools = one(
  'tools',
  lazy(() => toolsShape),
);

const lifecycle: Shape = record({
  children: [one('phase', text(token)), one('name', text(normalized)), one('description', text())],
});

export const metadata: Shape = record({
  children: [
    one('timestamp', text(dateTime)),
    list('lifecycles', 'lifecycle', lifecycle),
    tools,
    list('authors', 'author', organizationalContact),
    one('component', component),
    one('manufacturer', organizationalEntity),
    one('manufacture', organizationalEntity),
    one('supplier', organizationalEntity),
    licenses,
    properties,
    one('distributionConstraints', record({ children: [one('tlp', text(tokenOr('CLEAR')))] })),
  ],
});
