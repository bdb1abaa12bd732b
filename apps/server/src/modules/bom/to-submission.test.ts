import { MAX_UPLOAD_TAGS } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { fromForm, fromJson } from './to-submission.ts';

const UUID = '0190C3E0-3F2A-7B6E-9F6C-0A1B2C3D4E5F';
const NAMED = { projectName: 'n', projectVersion: '1' };
const BARE = {
  target: { name: 'n', version: '1' },
  parent: undefined,
  autoCreate: false,
  tags: undefined,
  isLatest: false,
  isActive: undefined,
};

describe('An upload as a form', () => {
  it.each<[Parameters<typeof fromForm>[0], object]>([
    [NAMED, {}],
    [{ projectName: 'n' }, { target: { name: 'n', version: null } }],
    [
      { ...NAMED, autoCreate: 'true', isActive: 'false' },
      { autoCreate: true, isActive: false },
    ],
    [{ ...NAMED, isActive: 'true' }, { isActive: true }],
    [{ ...NAMED, isLatest: 'true' }, { isLatest: true }],
    [{ ...NAMED, isLatestProjectVersion: 'true' }, { isLatest: true }],
    [{ ...NAMED, projectTags: 'a, b ,c' }, { tags: ['a', 'b', 'c'] }],
    [{ ...NAMED, parentUUID: UUID, parentName: 'p' }, { parent: { uuid: UUID.toLowerCase() } }],
    [{ ...NAMED, parentName: ' p ', parentVersion: ' 2 ' }, { parent: { name: 'p', version: '2' } }],
    [{ ...NAMED, parentName: 'p', parentVersion: ' ' }, { parent: { name: 'p', version: null } }],
    [{ ...NAMED, parentName: ' ' }, {}],
  ])('%j', (form, expected) => {
    expect(fromForm(form)).toEqual({ ...BARE, ...expected });
  });

  it('may not name more tags than an upload as JSON', () => {
    const tags = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`).join(',');
    expect(fromForm({ ...NAMED, projectTags: tags(MAX_UPLOAD_TAGS) }).tags).toHaveLength(MAX_UPLOAD_TAGS);
    expect(() => fromForm({ ...NAMED, projectTags: tags(MAX_UPLOAD_TAGS + 1) })).toThrow(
      `must not name more than ${MAX_UPLOAD_TAGS} tags`,
    );
  });

  it.each([
    ['a line break', 'a\nb'],
    ['256 characters', 'x'.repeat(256)],
  ])('may not name a tag with %s', (_what, projectTags) => {
    expect(() => fromForm({ ...NAMED, projectTags })).toThrow('must be a comma-separated list of names');
  });
});

describe('An upload as JSON', () => {
  it.each<[Parameters<typeof fromJson>[0], object]>([
    [NAMED, {}],
    [
      { ...NAMED, autoCreate: true, isActive: false },
      { autoCreate: true, isActive: false },
    ],
    [{ ...NAMED, isLatest: true }, { isLatest: true }],
    [{ ...NAMED, isLatestProjectVersion: true }, { isLatest: true }],
    [{ ...NAMED, isLatest: false, isLatestProjectVersion: true }, {}],
    [{ ...NAMED, projectTags: [{ name: 'a' }, { name: 'b' }] }, { tags: ['a', 'b'] }],
    [{ project: UUID }, { target: { uuid: UUID.toLowerCase() } }],
  ])('%j', (body, expected) => {
    expect(fromJson(body)).toEqual({ ...BARE, ...expected });
  });

  it('names the project by name and version: "both not blank on PUT"', () => {
    expect(() => fromJson({ projectName: 'n' })).toThrow('projectVersion is required');
    expect(() => fromJson({ projectName: 'n', projectVersion: ' ' })).toThrow('projectVersion is required');
    expect(() => fromJson({ projectName: ' ', projectVersion: '1' })).toThrow('project is required');
  });
});
