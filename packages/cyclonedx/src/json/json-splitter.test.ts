import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitPlan } from '../read/split-plan.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../read-limits.ts';
import { JsonSplitter } from './json-splitter.ts';
import type { SplitElement } from './split-frames.ts';

const TREE: SplitPlan = { lists: { items: () => TREE }, objects: {} };
const PLAN: SplitPlan = {
  lists: { items: () => TREE, leaves: () => ({ lists: {}, objects: {} }) },
  objects: { inner: () => ({ lists: {}, objects: { deep: () => TREE } }) },
};

interface Split {
  readonly elements: readonly SplitElement[];
  readonly document: unknown;
}

function split(bytes: Buffer, chunkSize = bytes.length, limits: Partial<ReadLimits> = {}): Split {
  const elements: SplitElement[] = [];
  let document: unknown;
  const splitter = new JsonSplitter(
    PLAN,
    { ...DEFAULT_READ_LIMITS, ...limits },
    {
      element: (element) => elements.push(element),
      document: (text) => {
        document = JSON.parse(text);
      },
    },
  );
  for (let from = 0; from < bytes.length; from += chunkSize)
    splitter.write(bytes.subarray(from, from + chunkSize));
  splitter.end();
  return { elements, document };
}

/** Reassembles the document from its elements. */
function join({ elements, document }: Split): unknown {
  const values = new Map(elements.map((element) => [element.serial, JSON.parse(element.text) as unknown]));
  for (const { list, serial } of elements.toSorted((left, right) => left.serial - right.serial)) {
    const owner = list.owner === 0 ? document : values.get(list.owner);
    const path = list.owner === 0 ? list.pointer.split('/').slice(1) : [list.name];
    const target = path.reduce((value, name) => (value as Record<string, unknown>)[name], owner);
    (target as unknown[]).push(values.get(serial));
  }
  return document;
}

const anyObject = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const { tree } = fc.letrec((tie) => ({
  tree: fc
    .tuple(anyObject, fc.option(fc.array(tie('tree'), { maxLength: 3 }), { nil: undefined, maxDepth: 3 }))
    .map(([members, items]) => (items === undefined ? members : { ...members, items })),
}));
const anyDocument = fc.record(
  {
    items: fc.array(fc.oneof(tree, fc.jsonValue({ maxDepth: 1 }))),
    leaves: fc.array(fc.jsonValue({ maxDepth: 3 })),
    inner: fc.record({ deep: tree, other: fc.jsonValue() }, { requiredKeys: [] }),
    other: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);

describe('splitting a JSON document into elements', () => {
  it('loses nothing, independent of the chunk size', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(anyDocument, fc.integer({ min: 1, max: 64 }), spaces, (document, chunkSize, space) => {
        const bytes = Buffer.from(JSON.stringify(document, undefined, space));
        expect(join(split(bytes, chunkSize))).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });

  it('emits the position of each element and its parent', () => {
    const { elements } = split(
      Buffer.from('{"items":[{"a":1},{"items":[{"b":2}]}],"leaves":[{"items":[3]}]}'),
    );
    expect(
      elements.map(({ list, index, serial, text }) => [list.pointer, index, serial, list.owner, text]),
    ).toEqual([
      ['/items', 0, 1, 0, '{"a":1}'],
      ['/items/1/items', 0, 3, 2, '{"b":2}'],
      ['/items', 1, 2, 0, '{"items":[]}'],
      ['/leaves', 0, 4, 0, '{"items":[3]}'],
    ]);
  });

  it('recognises a list whose name is written with escapes', () => {
    expect(split(Buffer.from('{"\\u0069tems":[1,"two",null]}')).elements.map(({ text }) => text)).toEqual([
      '1',
      '"two"',
      'null',
    ]);
  });

  it('does not split a member with the name of a list that is not a list', () => {
    expect(split(Buffer.from('{"items":{"items":[1]},"leaves":null}'))).toMatchObject({
      elements: [],
      document: { items: { items: [1] }, leaves: null },
    });
  });

  it.each([
    ['{"items":[1,]}'],
    ['{"items":[,1]}'],
    ['{"items":[1 2]}'],
    ['{"items":[{}{}]}'],
    ['{"items":[1}'],
    ['{"items":[]} x'],
    ['{"items":[]}{}'],
    ['{"items":[],"items":[]}'],
    ['[1]'],
    ['"text"'],
    ['}'],
    [','],
  ])('refuses %s as malformed', (document) => {
    expect(() => split(Buffer.from(document), 3)).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });

  it.each([['{'], ['{"items":[{"a":"b'], ['{"items":[1'], ['{"a":"\\']])(
    'refuses %s as truncated',
    (document) => {
      expect(() => split(Buffer.from(document), 2)).toThrow(expect.objectContaining({ kind: 'truncated' }));
    },
  );

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"items":[{"a":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}]}'),
    ]);
    expect(() => split(bytes)).toThrow(expect.objectContaining({ kind: 'invalid-encoding' }));
  });

  it('refuses nesting, strings and elements beyond the limits', () => {
    const deep = Buffer.from(`{"other":${'['.repeat(30)}`);
    expect(() => split(deep, 7, { maxDepth: 20 })).toThrow(expect.objectContaining({ kind: 'too-deep' }));
    const wide = Buffer.from('{"items":[{"a":[1,2,3,4,5]},{"b":1,"c":2,"d":3}],"e":1}');
    expect(() => split(wide, 7, { maxElementValues: 3 })).toThrow(
      expect.objectContaining({ kind: 'too-large', message: expect.stringContaining('more than 3 members') }),
    );
    expect(split(wide, 7, { maxElementValues: 4 }).elements).toHaveLength(2);
    const long = Buffer.from(`{"other":["${'x'.repeat(200)}`);
    expect(() => split(long, 7, { maxStringBytes: 100 })).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
    const large = Buffer.from(`{"items":[{"a":[${'1,'.repeat(200)}`);
    expect(() => split(large, 7, { maxElementBytes: 100 })).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });
});
