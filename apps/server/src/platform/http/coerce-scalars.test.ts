import { allOperations } from '@tallyman/contract';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, sampleOf } from '../../../test/support/sample-of.ts';
import { coerceScalars } from './coerce-scalars.ts';

const schema = {
  type: 'object',
  properties: {
    flag: { type: 'boolean' },
    maybeFlag: { type: ['boolean', 'null'] },
    count: { type: 'integer' },
    maybeCount: { type: ['integer', 'null'] },
    score: { type: 'number' },
    text: { type: 'string' },
    maybeText: { type: ['string', 'null'] },
    time: { type: ['integer', 'string', 'null'] },
    list: { type: 'array', items: { type: 'string' } },
    inner: { type: 'object', properties: { flag: { type: 'boolean' } } },
  },
};

function coerced(text: string): unknown {
  return coerceScalars(schema, JSON.parse(text), text);
}

describe('Scalars of v1 bodies', () => {
  it.each([
    ['{"flag":"true"}', { flag: true }],
    ['{"flag":"False"}', { flag: false }],
    ['{"flag":" TRUE "}', { flag: true }],
    ['{"flag":1}', { flag: true }],
    ['{"flag":0}', { flag: false }],
    ['{"count":"17"}', { count: 17 }],
    ['{"count":" -3 "}', { count: -3 }],
    ['{"score":"7.5"}', { score: 7.5 }],
    ['{"score":"1e3"}', { score: 1000 }],
    ['{"text":1}', { text: '1' }],
    ['{"text":false}', { text: 'false' }],
    ['{"maybeText":true}', { maybeText: 'true' }],
    ['{"list":[1,true,"x"]}', { list: ['1', 'true', 'x'] }],
    ['{"inner":{"flag":"true"}}', { inner: { flag: true } }],
  ])('%s is converted', (text, expected) => {
    expect(coerced(text)).toEqual(expected);
  });

  it.each(['1.10', '1.0', '10000000000000000001', '1E2', '-0'])(
    'the number %s becomes the text that was written, not a number printed again',
    (number) => {
      const text = `{"list":["x",${number}],"text":${number},"score":2}`;
      expect(coerced(text)).toEqual({ list: ['x', number], text: number, score: 2 });
    },
  );

  it('an empty string for a number or a boolean counts as absent', () => {
    const text = '{"flag":"","maybeFlag":"","count":" ","maybeCount":"","text":""}';
    expect(coerced(text)).toEqual({ maybeFlag: null, maybeCount: null, text: '' });
  });

  it.each([
    '{"flag":"abc"}',
    '{"flag":"yes"}',
    '{"flag":"1"}',
    '{"flag":2}',
    '{"count":"1.5"}',
    '{"count":"99999999999999999999"}',
    '{"count":"0x10"}',
    '{"count":true}',
    '{"score":"NaN"}',
    '{"score":"Infinity"}',
    '{"text":null}',
    '{"text":{}}',
    '{"text":[1]}',
    '{"flag":["true"]}',
    '{"time":true}',
    '{"time":"5"}',
    '{"inner":"true"}',
    '{"list":"x"}',
    '{"other":"true"}',
    '{"constructor":1}',
    '"true"',
    'null',
  ])('%s is unchanged', (text) => {
    expect(coerced(text)).toEqual(JSON.parse(text));
  });
});

/** Other notations of scalars that the parser of Dependency-Track converts to the same value. */
function spellings(value: Json): Json[] {
  if (typeof value === 'boolean') return [value, String(value), value ? 'True' : 'FALSE', value ? 1 : 0];
  if (typeof value === 'number') return [value, String(value), ` ${value} `];
  return [value];
}

interface BodySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, BodySchema>;
  readonly items?: BodySchema;
}

function respelled(schema: BodySchema, value: Json): fc.Arbitrary<Json> {
  if (Array.isArray(value)) return fc.tuple(...value.map((item) => respelled(schema.items ?? {}, item)));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => {
      return [name, respelled(schema.properties?.[name] ?? {}, member)] as const;
    });
    return fc.record(Object.fromEntries(members));
  }
  const types = [schema.type].flat().filter((type) => type !== 'null');
  return types.length === 1 ? fc.constantFrom(...spellings(value)) : fc.constant(value);
}

describe('Every v1 operation with a JSON body', () => {
  const operations = allOperations.filter(
    ({ path, body, consumes }) => path.startsWith('/api/v1/') && body && consumes === undefined,
  );

  it.each(operations.map(({ id, body }) => [id, body as object] as const))(
    '%s reads every spelling of its scalars as the same body',
    (_id, body) => {
      const sample = sampleOf(body);
      const property = fc.property(respelled(body, sample), (spelled) => {
        expect(coerceScalars(body, spelled, JSON.stringify(spelled))).toEqual(sample);
      });
      fc.assert(property, { numRuns: 30, seed: 7 });
    },
  );

  it.each(operations.map(({ id, body }) => [id, body as object] as const))(
    '%s: a body that is valid already is not changed',
    (_id, body) => {
      const validate = new Ajv({ strict: false }).compile(body);
      const property = fc.property(fc.jsonValue(), (value) => {
        if (!validate(value)) return;
        expect(coerceScalars(body, value, JSON.stringify(value))).toEqual(value);
      });
      fc.assert(property, { numRuns: 100, seed: 7 });
    },
  );
});
