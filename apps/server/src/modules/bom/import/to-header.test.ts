import type { BomDocument } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { toHeader } from './to-header.ts';

const FORMAT = { format: 'json', specVersion: '1.6' } as const;
const COUNTS = { components: 1, services: 2, edges: 3, isNested: true };
const headerOf = (document: BomDocument) => toHeader(FORMAT, document, COUNTS);

describe('The header of a document', () => {
  it('has its format and the counts of its rows', () => {
    expect(headerOf({})).toMatchObject({ ...FORMAT, ...COUNTS });
  });

  it.each([
    [1, 1],
    [0, 0],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [2 ** 31, null],
    [-(2 ** 31), null],
    [1.5, null],
    [undefined, null],
  ])('has the version %s as %s', (version, expected) => {
    expect(headerOf(version === undefined ? {} : { version }).bomVersion).toBe(expected);
  });

  it.each([
    ['2024-01-02T03:04:05Z', Date.UTC(2024, 0, 2, 3, 4, 5)],
    ['1969-12-31T23:59:59Z', null],
    ['yesterday', null],
    [undefined, null],
  ])('has the timestamp %s as %s', (timestamp, expected) => {
    expect(headerOf({ metadata: timestamp === undefined ? {} : { timestamp } }).generatedAt).toBe(expected);
  });

  it('has the serial number and the bom-ref of the metadata component, if they are present', () => {
    const component = { type: 'application', name: 'a', 'bom-ref': 'root' } as const;
    const header = headerOf({ serialNumber: 'urn:uuid:x', metadata: { component } });
    expect(header).toMatchObject({ serialNumber: 'urn:uuid:x', rootRef: 'root' });
    expect(headerOf({})).toMatchObject({ serialNumber: null, rootRef: null });
  });

  it('has only characters that can be stored', () => {
    expect(headerOf({ serialNumber: 'a\0b\ud800' }).serialNumber).toBe('a\ufffdb\ufffd');
  });

  it('has the sections with the document', () => {
    const sections = { compositions: [{ aggregate: 'complete' }] };
    expect(toHeader(FORMAT, {}, COUNTS, sections).project.document).toEqual({ sections });
    expect(headerOf({}).project.document).toBeNull();
  });
});
