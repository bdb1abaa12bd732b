import { CLASSIFIERS } from '@tallyman/contract';
import type { ComponentType, Hash } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifierToCyclonedx } from './classifier-to-cyclonedx.ts';
import { hashesToCyclonedx } from './hashes-to-cyclonedx.ts';
import { propertiesToCyclonedx } from './properties-to-cyclonedx.ts';
import { toClassifier } from './to-classifier.ts';
import { toHashes } from './to-hashes.ts';
import { toProperties } from './to-properties.ts';

const ALGORITHMS: readonly Hash['alg'][] = [
  ...(['MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512'] as const),
  ...(['BLAKE2b-256', 'BLAKE2b-384', 'BLAKE2b-512', 'BLAKE3', 'Streebog-256', 'Streebog-512'] as const),
];

describe('Values of columns are exported as they were uploaded', () => {
  it.each([...CLASSIFIERS])('the classifier %s', (classifier) => {
    expect(toClassifier(classifierToCyclonedx(classifier, 'library'))).toBe(classifier);
  });

  it('hashes of every algorithm, in one order and in lower case', () => {
    const hashes = fc
      .shuffledSubarray([...ALGORITHMS])
      .map((algs) => algs.map((alg) => ({ alg, content: `aA${alg}` })));
    fc.assert(
      fc.property(hashes, (given) => {
        const inOrder = ALGORITHMS.filter((alg) => given.some((one) => one.alg === alg));
        const expected = inOrder.map((alg) => ({ alg, content: `aa${alg.toLowerCase()}` }));
        expect(hashesToCyclonedx(toHashes(given))).toEqual(expected.length > 0 ? expected : undefined);
      }),
    );
  });

  it('properties, with their order and repetitions', () => {
    const name = fc.oneof(fc.constantFrom(':', 'a:', ':a', 'a:b', 'a:b:c', '::', ''), fc.string());
    const property = fc.oneof(fc.record({ name }), fc.record({ name, value: fc.string() }));
    fc.assert(
      fc.property(fc.array(property, { minLength: 1 }), (given) => {
        expect(propertiesToCyclonedx(toProperties(given))).toEqual(given);
      }),
    );
  });
});

describe('Values that no column can store', () => {
  it.each(['NONE', 'UNKNOWN', null])('the classifier %s becomes the fallback', (classifier) => {
    expect(classifierToCyclonedx(classifier, 'firmware')).toBe('firmware');
  });

  it.each(['something-new', undefined, 'constructor'])('the type %s is no classifier', (type) => {
    expect(toClassifier(type as ComponentType)).toBeUndefined();
  });

  it('hashes without content or of an unknown algorithm are left out', () => {
    const hashes = [
      { alg: 'MD5', content: '' },
      { alg: 'CRC', content: 'aa' },
    ] as unknown as Hash[];
    expect(toHashes(hashes)).toBeNull();
    expect(hashesToCyclonedx({ crc: 'aa', md5: '' })).toBeUndefined();
    expect(hashesToCyclonedx(null)).toBeUndefined();
  });

  it('no properties are null', () => {
    expect(toProperties([])).toBeNull();
    expect(toProperties(undefined)).toBeNull();
    expect(propertiesToCyclonedx(null)).toBeUndefined();
  });
});
