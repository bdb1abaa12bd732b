import { describe, expect, it } from 'vitest';
import { OwnNames, UploadedNames } from './node-names.ts';
import { serialNumberOf } from './serial-number.ts';

const PROJECT = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';
const [A, B] = ['0190c3e0-0000-7000-8000-00000000000a', '0190c3e0-0000-7000-8000-00000000000b'] as const;
const node = (id: number, uuid: string, bom_ref: string | null) => ({ id, uuid, bom_ref });

describe('Own references', () => {
  it('are the UUIDs of project and components', () => {
    const names = new OwnNames(PROJECT, [1, 2]);
    expect(names).toMatchObject({ areOwn: true, root: PROJECT });
    expect(names.add(node(1, A, 'uploaded'))).toBe(A);
    expect([names.find(1), names.find(3)]).toEqual([A, undefined]);
  });
});

describe('References of the uploaded document', () => {
  it('are its bom-refs; a component without one has its UUID', () => {
    const names = new UploadedNames(PROJECT, 'root');
    expect(names).toMatchObject({ areOwn: false, root: 'root' });
    expect([names.add(node(1, A, 'a')), names.add(node(2, B, null))]).toEqual(['a', B]);
    expect([names.find(1), names.find(2), names.find(3)]).toEqual(['a', B, undefined]);
  });

  it('are used once: the first component has it, the others have their UUID', () => {
    const names = new UploadedNames(PROJECT, 'root');
    expect([names.add(node(1, A, 'x')), names.add(node(2, B, 'x'))]).toEqual(['x', B]);
    expect(names.add(node(3, PROJECT, 'root'))).toBe(PROJECT);
  });

  it('have the UUID of the project if the document did not name its component', () => {
    expect(new UploadedNames(PROJECT, undefined).root).toBe(PROJECT);
  });
});

describe('The serial number', () => {
  it('is a UUID of version 8', () => {
    for (let n = 0; n < 50; n++) {
      expect(serialNumberOf(String(n))).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
  });

  it('is the same for the same content, and another one for every other', () => {
    expect(serialNumberOf('a', 'b')).toBe(serialNumberOf('a', 'b'));
    expect(
      new Set([['a', 'b'], ['ab'], ['ab', ''], ['b', 'a']].map((parts) => serialNumberOf(...parts))).size,
    ).toBe(4);
  });
});
