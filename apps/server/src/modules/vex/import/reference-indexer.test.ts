import type { Component } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReferenceIndexer } from './reference-indexer.ts';

interface Given {
  readonly order: number;
  readonly component: Component;
}

const component = (ref: string | undefined, name: string): Component => ({
  type: 'library',
  name,
  ...(ref === undefined ? {} : { 'bom-ref': ref }),
});

function index(given: readonly Given[], metadata?: Component, isReferenced = (_ref: string) => true) {
  const indexer = new ReferenceIndexer();
  for (const entry of given) indexer.add(entry);
  const { metadataRef, components, duplicates } = indexer.finish(metadata, isReferenced);
  return {
    metadataRef,
    names: Object.fromEntries([...components].map(([ref, { name }]) => [ref, name])),
    duplicates: [...duplicates].sort(),
  };
}

describe('Import rule 5: components are indexed by bom-ref', () => {
  it('the metadata component is kept separate', () => {
    expect(index([{ order: 0, component: component('a', 'A') }], component('project', 'P'))).toEqual({
      metadataRef: 'project',
      names: { a: 'A' },
      duplicates: [],
    });
  });

  it.each([
    ['without a bom-ref', undefined],
    ['with an empty bom-ref', ''],
  ])('except those %s', (_what, ref) => {
    expect(index([{ order: 0, component: component(ref, 'A') }], component(ref, 'P'))).toEqual({
      metadataRef: undefined,
      names: {},
      duplicates: [],
    });
  });

  it('the first of several with the same bom-ref counts, and the bom-ref is reported once', () => {
    const given = [2, 0, 1].map((order) => ({ order, component: component('a', `A${order}`) }));
    expect(index(given)).toEqual({ metadataRef: undefined, names: { a: 'A0' }, duplicates: ['a'] });
  });

  it('the metadata component comes before all others', () => {
    const given = [{ order: 0, component: component('a', 'A') }];
    expect(index(given, component('a', 'P'))).toEqual({ metadataRef: 'a', names: {}, duplicates: ['a'] });
  });

  it('as far as an entry refers to them', () => {
    const given = ['a', 'b'].map((ref, order) => ({ order, component: component(ref, ref) }));
    expect(index(given, undefined, (ref) => ref === 'b').names).toEqual({ b: 'b' });
  });

  it('whatever the order in which they are read', () => {
    const entries = fc.array(fc.constantFrom('a', 'b', 'c', 'project'), { maxLength: 12 }).chain((refs) => {
      const given = refs.map((ref, order) => ({ order, component: component(ref, `${ref}${order}`) }));
      return fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      );
    });
    fc.assert(
      fc.property(entries, ([inOrder, shuffled]) => {
        const metadata = component('project', 'P');
        expect(index(shuffled, metadata)).toEqual(index(inOrder, metadata));
      }),
    );
  });
});
