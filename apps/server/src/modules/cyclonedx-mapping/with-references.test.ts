import type { Component } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { refersToOthers, withReferences } from './with-references.ts';

const resolve = (ref: string) => (ref.startsWith('known') ? ref.toUpperCase() : undefined);

function rewritten(members: object): object {
  const { type, name, ...others } = withReferences(
    { type: 'library', name: 'known', ...members } as Component,
    resolve,
  );
  return others;
}

describe('References among components', () => {
  it.each([
    [
      {
        cryptoProperties: {
          certificateProperties: { signatureAlgorithmRef: 'known-1', subjectPublicKeyRef: 'known-2' },
        },
      },
    ],
    [{ cryptoProperties: { relatedCryptoMaterialProperties: { securedBy: { algorithmRef: 'known' } } } }],
    [
      {
        cryptoProperties: {
          protocolProperties: {
            cipherSuites: [{ algorithms: ['known-1', 'known-2'] }],
            cryptoRefArray: ['known'],
          },
        },
      },
    ],
    [
      {
        cryptoProperties: {
          protocolProperties: { ikev2TransformTypes: { encr: ['known'], prf: [{ algorithm: 'known' }] } },
        },
      },
    ],
    [{ cryptoProperties: { relatedCryptographicAssets: [{ ref: 'known' }] } }],
    [{ modelCard: { modelParameters: { datasets: [{ ref: 'known' }] } } }],
    [{ evidence: { identity: [{ tools: ['known'] }] } }],
    [{ patentAssertions: [{ asserter: 'known' }] }],
  ])('are rewritten in %j', (members) => {
    expect(refersToOthers(members as unknown as Component)).toBe(true);
    const expected = JSON.stringify(members).replaceAll(/known(-\d)?/g, (ref) => ref.toUpperCase());
    expect(rewritten(members)).toEqual(JSON.parse(expected));
  });

  it('stay as they are if they do not resolve', () => {
    const members = { evidence: { identity: [{ tools: ['tool-1'] }] } };
    expect(rewritten(members)).toEqual(members);
  });

  it('are not searched in text', () => {
    const members = {
      description: 'known',
      evidence: { copyright: [{ text: 'known' }] },
      modelCard: { name: 'known' },
    };
    expect(rewritten(members)).toEqual(members);
  });

  it('are absent from most components', () => {
    expect(refersToOthers(null)).toBe(false);
    expect(refersToOthers({ licenses: [], evidence: { occurrences: [] } })).toBe(false);
  });
});
