import { boolean, cpe, dateTime, decimal, integer, normalized, token, tokenOr, uri } from '../scalars.ts';
import {
  attribute,
  lazy,
  list,
  many,
  one,
  record,
  required,
  type Shape,
  text,
  wrappedItems,
} from '../shape.ts';
import {
  attachment,
  bomRef,
  externalReferences,
  hashes,
  issue,
  organizationalContact,
  organizationalEntity,
  properties,
  reference,
  swid,
  tags,
} from './common-shapes.ts';
import { cryptoProperties } from './crypto-shapes.ts';
import { componentData } from './data-shapes.ts';
import { licenses } from './license-shapes.ts';
import { modelCard } from './model-card-shapes.ts';
import { patentAssertions } from './patent-shapes.ts';

const identifiableAction: Shape = record({
  children: [one('timestamp', text(dateTime)), one('name', text(normalized)), one('email', text(normalized))],
});

const commit: Shape = record({
  children: [
    one('uid', text(normalized)),
    one('url', text(uri)),
    one('author', identifiableAction),
    one('committer', identifiableAction),
    one('message', text(normalized)),
  ],
});

const diff: Shape = record({ children: [one('text', attachment), one('url', text(uri))] });

const patch: Shape = record({
  attributes: [attribute('type', token)],
  children: [one('diff', diff), list('resolves', 'issue', issue)],
});

const nestedComponents = wrappedItems(
  'component',
  lazy(() => component),
);

const pedigree: Shape = record({
  children: [
    one('ancestors', nestedComponents),
    one('descendants', nestedComponents),
    one('variants', nestedComponents),
    list('commits', 'commit', commit),
    list('patches', 'patch', patch),
    one('notes', text()),
  ],
});

const identityMethod: Shape = record({
  children: [one('technique', text(token)), one('confidence', text(decimal)), one('value', text())],
});

const identity: Shape = record({
  children: [
    one('field', text(token)),
    one('confidence', text(decimal)),
    one('concludedValue', text()),
    list('methods', 'method', identityMethod),
    list('tools', 'tool', reference),
  ],
});

const occurrence: Shape = record({
  attributes: [bomRef],
  children: [
    one('location', text()),
    one('line', text(integer)),
    one('offset', text(integer)),
    one('symbol', text()),
    one('additionalContext', text()),
  ],
});

const stackFrame: Shape = record({
  children: [
    one('package', text()),
    one('module', text()),
    one('function', text()),
    list('parameters', 'parameter', text()),
    one('line', text(integer)),
    one('column', text(integer)),
    one('fullFilename', text()),
  ],
});

const copyrightText: Shape = {
  read: (element) => ({ text: element.text }),
  write: (name, value) => text().write(name, (value as { text?: unknown }).text),
};

const evidence: Shape = record({
  children: [
    many('identity', identity),
    list('occurrences', 'occurrence', occurrence),
    one('callstack', record({ children: [list('frames', 'frame', stackFrame)] })),
    licenses,
    list('copyright', 'text', copyrightText),
  ],
});

const note: Shape = record({ children: [one('locale', text(token)), required(one('text', attachment))] });

export const releaseNotes: Shape = record({
  children: [
    one('type', text(normalized)),
    one('title', text()),
    one('featuredImage', text(uri)),
    one('socialImage', text(uri)),
    one('description', text()),
    one('timestamp', text(dateTime)),
    list('aliases', 'alias', text(normalized)),
    tags,
    list('resolves', 'issue', issue),
    list('notes', 'note', note),
    properties,
  ],
});

export const component: Shape = record({
  attributes: [
    attribute('type', token),
    attribute('mime-type', token),
    attribute('isExternal', boolean),
    bomRef,
  ],
  children: [
    one('supplier', organizationalEntity),
    one('manufacturer', organizationalEntity),
    list('authors', 'author', organizationalContact),
    one('author', text(normalized)),
    one('publisher', text(normalized)),
    one('group', text(normalized)),
    required(one('name', text(normalized))),
    one('version', text(normalized)),
    one('versionRange', text(normalized)),
    one('description', text(normalized)),
    one('scope', text(tokenOr('required'))),
    hashes,
    licenses,
    one('copyright', text(normalized)),
    patentAssertions,
    one('cpe', text(cpe)),
    one('purl', text(uri)),
    many('omniborId', text()),
    many('swhid', text()),
    one('swid', swid),
    one('modified', text(boolean)),
    one('pedigree', pedigree),
    externalReferences,
    properties,
    one('components', nestedComponents),
    one('evidence', evidence),
    one('releaseNotes', releaseNotes),
    one('modelCard', modelCard),
    many('data', componentData),
    one('cryptoProperties', cryptoProperties),
    tags,
  ],
});
