import type { OpaqueObject } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { type DocumentSections, referencesIn, sectionsToCyclonedx } from './document-sections.ts';

const names = new Map([
  ['a', 'uuid-a'],
  ['b', 'uuid-b'],
  ['root', 'uuid-root'],
]);
const rewritten = (sections: DocumentSections) => sectionsToCyclonedx(sections, (ref) => names.get(ref));

describe('Sections of an uploaded document', () => {
  it('refer to components as the exported document does', () => {
    expect(
      rewritten({
        compositions: [{ aggregate: 'complete', assemblies: ['root', 'a'], dependencies: ['b'] }],
        annotations: [
          { subjects: ['a'], annotator: { component: { type: 'library', name: 'a' } }, text: 'a' },
        ],
        formulation: [{ workflows: [{ uid: 'a', resourceReferences: [{ ref: 'a' }], 'bom-ref': 'w' }] }],
        declarations: {
          claims: [{ 'bom-ref': 'c', target: 'a' }],
          attestations: [{ map: [{ claims: ['c'] }] }],
        },
        provides: [{ ref: 'a', provides: ['b'] }],
      }),
    ).toEqual({
      compositions: [
        { aggregate: 'complete', assemblies: ['uuid-root', 'uuid-a'], dependencies: ['uuid-b'] },
      ],
      annotations: [
        { subjects: ['uuid-a'], annotator: { component: { type: 'library', name: 'a' } }, text: 'a' },
      ],
      formulation: [{ workflows: [{ uid: 'a', resourceReferences: [{ ref: 'uuid-a' }], 'bom-ref': 'w' }] }],
      declarations: {
        claims: [{ 'bom-ref': 'c', target: 'uuid-a' }],
        attestations: [{ map: [{ claims: ['c'] }] }],
      },
      provides: [{ ref: 'uuid-a', provides: ['uuid-b'] }],
    });
  });

  it('drop references to omitted elements, and entries without other references', () => {
    const link = 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#x';
    expect(
      rewritten({
        compositions: [
          { aggregate: 'incomplete', assemblies: ['a', 'gone', link], vulnerabilities: ['v'] },
          { aggregate: 'complete', assemblies: ['gone'] },
          { aggregate: 'unknown' },
        ],
        annotations: [{ subjects: ['gone'], text: 'about nothing here' }],
        provides: [
          { ref: 'gone', provides: ['a'] },
          { ref: 'a', provides: ['gone'] },
        ],
      }),
    ).toEqual({
      compositions: [{ aggregate: 'incomplete', assemblies: ['uuid-a', link] }, { aggregate: 'unknown' }],
    });
  });

  it('keep references to each other, and signatures only of unchanged content', () => {
    const definitions: OpaqueObject = { standards: [{ 'bom-ref': 's', signature: { algorithm: 'ES256' } }] };
    expect(
      rewritten({
        compositions: [{ aggregate: 'complete', assemblies: ['s'], signature: { algorithm: 'ES256' } }],
        definitions,
      }),
    ).toEqual({ compositions: [{ aggregate: 'complete', assemblies: ['s'] }], definitions });
  });

  it('list the references that they hold', () => {
    const sections = {
      compositions: [{ assemblies: ['x'], aggregate: 'complete' }],
      annotations: [{ subjects: ['y'], text: 'z' }],
      formulation: [{ workflows: [{ taskDependencies: [{ ref: 't', dependsOn: ['u'] }] }] }],
    };
    expect([...referencesIn(sections)].sort()).toEqual(['t', 'u', 'x', 'y']);
  });
});
