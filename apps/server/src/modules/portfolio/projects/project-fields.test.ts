import { describe, expect, it } from 'vitest';
import { toNewFields, toPatchedFields, toReplacementFields } from './project-fields.ts';

const UUID = '0190C3E0-3F2A-7B6E-9F6C-0A1B2C3D4E5F';

describe('The members of a project in a request', () => {
  it('has defaults when it is created, and fewer when it is replaced', () => {
    expect(toNewFields({ name: 'a' })).toMatchObject({
      classifier: 'APPLICATION',
      active: true,
      isLatest: false,
    });
    expect(toReplacementFields({ uuid: UUID, name: 'a' })).toMatchObject({ classifier: null, active: true });
  });

  it('counts null and absent members alike', () => {
    const nothing = { version: null, tags: null, active: null, parent: null, authors: null, supplier: null };
    expect(toNewFields({ name: 'a', ...nothing })).toEqual(toNewFields({ name: 'a' }));
  });

  it('counts an empty classifier or collection logic as absent too', () => {
    const empty = { classifier: '', collectionLogic: '' } as const;
    expect(toNewFields({ name: 'a', ...empty })).toEqual(toNewFields({ name: 'a' }));
    const current = toNewFields({ name: 'a', classifier: 'LIBRARY' });
    expect(toPatchedFields(current, empty)).toEqual(current);
  });

  it('has people, organisations and references without their empty members', () => {
    const fields = toNewFields({
      name: 'a',
      authors: [{ name: ' Ada ', email: '', phone: null }, { name: ' ' }],
      supplier: { name: null, urls: [' ', ' https://example.org '], contacts: [{}] },
      manufacturer: { name: ' ', urls: [], contacts: null },
      externalReferences: [{ type: ' vcs ', url: ' u ', comment: ' ' }],
    });
    expect(fields).toMatchObject({
      authors: [{ name: 'Ada' }],
      supplier: { urls: ['https://example.org'] },
      manufacturer: null,
      externalReferences: [{ type: 'vcs', url: 'u' }],
    });
  });

  it('has UUIDs in lower case, so that equal ones are equal', () => {
    expect(toNewFields({ name: 'a', parent: { uuid: UUID } }).parentUuid).toBe(UUID.toLowerCase());
  });

  it('does not change members that a patch omits', () => {
    const current = toNewFields({
      name: 'a',
      version: '1',
      tags: [{ name: 'x' }],
      isLatest: true,
      active: false,
    });
    expect(toPatchedFields(current, {})).toEqual(current);
    expect(toPatchedFields(current, { version: '2' })).toEqual({ ...current, version: '2' });
    expect(toPatchedFields(current, { version: '', tags: [] })).toEqual({
      ...current,
      version: null,
      tags: [],
    });
  });

  it('loses its classifier when it becomes a collection, and its collection tag when it ceases to be one', () => {
    const current = toNewFields({ name: 'a', classifier: 'LIBRARY' });
    const collection = toPatchedFields(current, {
      collectionLogic: 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG',
      collectionTag: { name: ' Prod ' },
    });
    expect(collection).toMatchObject({ classifier: null, collectionTag: 'prod' });
    expect(toPatchedFields(collection, { collectionLogic: 'NONE' })).toMatchObject({
      collectionLogic: null,
      collectionTag: null,
    });
  });

  it('must name the tag of a collection by tag', () => {
    const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG';
    for (const collectionTag of [undefined, null, { name: ' ' }]) {
      expect(() => toNewFields({ name: 'a', collectionLogic, collectionTag })).toThrow(/collectionTag/);
    }
  });
});
