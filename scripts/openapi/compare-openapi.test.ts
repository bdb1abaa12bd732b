import { allOperations, toOpenApi } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { listBreakingChanges, type OpenApiDocument } from './compare-openapi.ts';

/** A small API: one operation that takes and returns named schemas, and one that is public. */
function createDocument() {
  return {
    paths: {
      '/thing/{id}': {
        put: {
          security: [{ apiKey: [] }],
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 10 } },
            { name: 'force', in: 'query', schema: { type: ['boolean', 'string'] } },
          ],
          requestBody: {
            required: false,
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/NewThing' } },
              'application/xml': { schema: { type: 'string' } },
            },
          },
          responses: {
            200: {
              headers: { 'X-Total-Count': {} },
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                },
              },
            },
            404: { content: { 'application/problem+json': { schema: { type: 'object' } } } },
          },
        },
        get: { responses: { 200: {} } },
      },
    },
    components: {
      schemas: {
        NewThing: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', maxLength: 255, pattern: '^.*$' },
            kind: { type: ['string', 'null'], enum: ['A', 'B', null] },
            weight: { type: 'number', minimum: 0 },
            parent: { $ref: '#/components/schemas/NewThing' },
            tags: { type: 'object', additionalProperties: { type: 'string' } },
            value: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
            free: { type: 'string' },
          },
        },
        Thing: {
          type: 'object',
          required: ['uuid', 'kind'],
          properties: {
            uuid: { type: 'string' },
            kind: { type: 'string', enum: ['A', 'B'] },
            weight: { type: 'integer' },
            children: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
            value: { oneOf: [{ type: 'string' }] },
          },
        },
      },
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: changes produce documents of any shape
type Loose = any;
type Change = (document: Loose) => void;

const put = (document: Loose) => document.paths['/thing/{id}'].put;
const newThing = (document: Loose) => document.components.schemas.NewThing;
const thing = (document: Loose) => document.components.schemas.Thing;
const AT = 'PUT /thing/{id}';

function listChangesOf(change: Change): string[] {
  const current = createDocument();
  change(current);
  return listBreakingChanges(createDocument() as OpenApiDocument, current as OpenApiDocument);
}

describe('breaking changes of operations', () => {
  it.each<[name: string, change: Change, expected: string]>([
    ['a removed operation', (d) => delete d.paths['/thing/{id}'].get, 'GET /thing/{id}: removed'],
    ['a removed response status', (d) => delete put(d).responses[404], `${AT}: response 404 removed`],
    [
      'a removed header',
      (d) => delete put(d).responses[200].headers,
      `${AT} 200: header X-Total-Count removed`,
    ],
    [
      'a removed media type',
      (d) => delete put(d).requestBody.content['application/xml'],
      `${AT} request: media type application/xml removed`,
    ],
    ['a removed parameter', (d) => put(d).parameters.pop(), `${AT}: parameter query force removed`],
    [
      'a new required parameter',
      (d) => put(d).parameters.push({ name: 'new', in: 'query', required: true }),
      `${AT}: parameter query new newly required`,
    ],
    [
      'a narrowed parameter',
      (d) => {
        put(d).parameters[1].schema.type = 'boolean';
      },
      `${AT} query force: type string removed in requests`,
    ],
    [
      'a required body',
      (d) => {
        put(d).requestBody.required = true;
      },
      `${AT}: request body newly required`,
    ],
    [
      'a public operation that needs authentication',
      (d) => {
        d.paths['/thing/{id}'].get.security = [{ apiKey: [] }];
      },
      'GET /thing/{id}: now needs authentication',
    ],
  ])('names %s', (_, change, expected) => {
    expect(listChangesOf(change)).toEqual([expected]);
  });
});

describe('breaking changes of requests', () => {
  it.each<[name: string, change: Change, expected: string]>([
    ['a removed member', (d) => delete newThing(d).properties.free, 'NewThing.free: removed from requests'],
    [
      'a member that becomes required',
      (d) => newThing(d).required.push('kind'),
      'NewThing.kind: newly required in requests',
    ],
    [
      'a new required member',
      (d) => newThing(d).required.push('x'),
      'NewThing.x: newly required in requests',
    ],
    [
      'null that is no longer accepted',
      (d) => {
        newThing(d).properties.kind.type = ['string'];
      },
      'NewThing.kind: type null removed in requests',
    ],
    [
      'a number that must be an integer',
      (d) => {
        newThing(d).properties.weight.type = 'integer';
      },
      'NewThing.weight: type number removed in requests',
    ],
    [
      'a removed value',
      (d) => {
        newThing(d).properties.kind.enum = ['A', null];
      },
      'NewThing.kind: value "B" removed in requests',
    ],
    [
      'text that becomes an enumeration',
      (d) => Object.assign(newThing(d).properties.free, { enum: ['x'] }),
      'NewThing.free: limited to certain values in requests',
    ],
    [
      'a smaller maximum',
      (d) => {
        newThing(d).properties.name.maxLength = 20;
      },
      'NewThing.name: maxLength tightened in requests',
    ],
    [
      'a new minimum',
      (d) => Object.assign(newThing(d).properties.free, { minLength: 1 }),
      'NewThing.free: minLength tightened in requests',
    ],
    [
      'another pattern',
      (d) => {
        newThing(d).properties.name.pattern = '^a$';
      },
      'NewThing.name: pattern tightened in requests',
    ],
    [
      'a removed alternative',
      (d) => newThing(d).properties.value.anyOf.pop(),
      'NewThing.value: anyOf changed in requests',
    ],
    [
      'other members that are no longer accepted',
      (d) => Object.assign(newThing(d), { additionalProperties: false }),
      'NewThing: other members limited in requests',
    ],
    [
      'a narrowed type of other members',
      (d) => {
        newThing(d).properties.tags.additionalProperties.type = 'integer';
      },
      'NewThing.tags.*: type string removed in requests',
    ],
  ])('names %s', (_, change, expected) => {
    expect(listChangesOf(change)).toEqual([expected]);
  });
});

describe('breaking changes of responses', () => {
  it.each<[name: string, change: Change, expected: string]>([
    ['a removed member', (d) => delete thing(d).properties.weight, 'Thing.weight: removed from responses'],
    [
      'a member that is no longer required',
      (d) => thing(d).required.pop(),
      'Thing.kind: no longer always in responses',
    ],
    [
      'null that was never sent',
      (d) => Object.assign(thing(d).properties.uuid, { type: ['string', 'null'] }),
      'Thing.uuid: type null added in responses',
    ],
    [
      'an integer that becomes a number',
      (d) => {
        thing(d).properties.weight.type = 'number';
      },
      'Thing.weight: type number added in responses',
    ],
    [
      'a new alternative',
      (d) => thing(d).properties.value.oneOf.push({ type: 'integer' }),
      'Thing.value: oneOf changed in responses',
    ],
  ])('names %s', (_, change, expected) => {
    expect(listChangesOf(change)).toEqual([expected]);
  });

  it('names a changed type only once', () => {
    const changes = listChangesOf((document) => {
      thing(document).properties.uuid.type = 'integer';
    });
    expect(changes).toEqual(['Thing.uuid: type integer added in responses']);
  });
});

describe('compatible changes', () => {
  it.each<[name: string, change: Change]>([
    ['nothing', () => {}],
    ['a new operation', (d) => Object.assign(d.paths, { '/new': { get: { responses: {} } } })],
    ['a new response status', (d) => Object.assign(put(d).responses, { 409: {} })],
    ['a new optional parameter', (d) => put(d).parameters.push({ name: 'x', in: 'query' })],
    ['an optional member', (d) => Object.assign(newThing(d).properties, { x: { type: 'string' } })],
    ['a member of responses', (d) => Object.assign(thing(d).properties, { x: { type: 'string' } })],
    ['a new value in requests', (d) => newThing(d).properties.kind.enum.push('C')],
    ['a new value in responses', (d) => thing(d).properties.kind.enum.push('C')],
    [
      'a wider type in requests',
      (d) => Object.assign(newThing(d).properties.free, { type: ['string', 'null'] }),
    ],
    [
      'a larger maximum',
      (d) => {
        newThing(d).properties.name.maxLength = 1000;
      },
    ],
    ['a member that becomes optional in requests', (d) => newThing(d).required.pop()],
    ['a member that becomes required in responses', (d) => thing(d).required.push('weight')],
    ['another description', (d) => Object.assign(thing(d), { description: 'Something' })],
  ])('accepts %s', (_, change) => {
    expect(listChangesOf(change)).toEqual([]);
  });

  it('accepts the API compared with itself', () => {
    const document = JSON.parse(JSON.stringify(toOpenApi(allOperations, { version: '1.0.0' })));
    expect(listBreakingChanges(document, document)).toEqual([]);
  });
});
