import type { BomDocument, Component } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { metadataToCyclonedx, type StoredMetadata } from './metadata-to-cyclonedx.ts';
import { projectToCyclonedx, type StoredProject } from './project-to-cyclonedx.ts';
import { toDescribedProject } from './to-described-project.ts';
import { type DocumentRest, toDocumentRest } from './to-document-rest.ts';

const UUID = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';
const TOOL: Component = { type: 'application', name: 'Tallyman', version: '2' };

/** The metadata component as an export has it after the upload. Name and version are those of the project. */
function roundTrip(component: Partial<Component>): Component {
  const metadata = { component: { type: 'application', name: 'uploaded', ...component } as Component };
  const { document, ...columns } = JSON.parse(JSON.stringify(toDescribedProject({ metadata })));
  const own = { uuid: UUID, name: 'project', version: '1', group_name: null, description: null };
  return projectToCyclonedx(
    { ...columns, ...own } as StoredProject,
    (document as DocumentRest | null)?.component,
  );
}

describe('The metadata component of an export', () => {
  it.each<Partial<Component>>([
    { type: 'firmware', publisher: 'p', cpe: 'cpe:/a:x:y', purl: 'pkg:npm/a@1' },
    { purl: 'no package URL' },
    { swid: { tagId: 't', name: 'n', patch: true } },
    { supplier: { name: 's', address: { country: 'Norway' } }, authors: [{ 'bom-ref': 'r', name: 'n' }] },
    { manufacturer: { name: 'm', url: ['https://example.org'] } },
    { externalReferences: [{ type: 'vcs', url: 'u' }], licenses: [{ license: { id: 'MIT' } }] },
    { properties: [{ name: 'p', value: 'v' }], pedigree: { notes: 'n' }, tags: ['t'] },
  ])('comes back as it was uploaded: %j', (members) => {
    expect(roundTrip(members)).toEqual({
      ...{ type: 'application', ...members, 'bom-ref': UUID, name: 'project', version: '1' },
    });
  });

  it('does not repeat nested components, its bom-ref and its description', () => {
    const uploaded = roundTrip({
      'bom-ref': 'root',
      description: 'd',
      components: [{ type: 'file', name: 'f' }],
    });
    expect(uploaded).toEqual({ type: 'application', 'bom-ref': UUID, name: 'project', version: '1' });
  });

  it('is an application if the classifier is unknown', () => {
    const bare = Object.fromEntries(
      ['version', 'group_name', 'publisher', 'description', 'classifier', 'cpe', 'purl', 'swid_tag_id']
        .concat(['authors', 'manufacturer', 'supplier', 'external_references'])
        .map((name) => [name, null]),
    );
    const project = { ...bare, uuid: UUID, name: 'p' } as unknown as StoredProject;
    expect(projectToCyclonedx(project)).toEqual({ type: 'application', 'bom-ref': UUID, name: 'p' });
  });
});

describe('The metadata of an export', () => {
  const exported = (metadata: BomDocument['metadata']) => {
    const rest = metadata ? toDocumentRest({ metadata }) : null;
    const stored = metadata ? (toDescribedProject({ metadata }).metadata as StoredMetadata | null) : null;
    return metadataToCyclonedx(stored, rest, TOOL);
  };

  it('names this service as its tool', () => {
    expect(exported(undefined)).toEqual({ tools: { components: [TOOL] } });
  });

  it('keeps the tools of the upload and replaces an earlier version of this service', () => {
    const components: Component[] = [
      { type: 'application', name: 'scanner' },
      { type: 'application', name: 'Tallyman', version: '1' },
    ];
    const services = [{ name: 'online' }];
    expect(exported({ tools: { components, services } }).tools).toEqual({
      components: [components[0], TOOL],
      services,
    });
  });

  it('keeps tools of the older form in that form', () => {
    const tools = [
      { vendor: 'v', name: 'scanner' },
      { name: 'Tallyman', version: '1' },
    ];
    expect(exported({ tools }).tools).toEqual([tools[0], { name: 'Tallyman', version: '2' }]);
  });

  it('keeps supplier, authors, lifecycles and licences, but not the timestamp', () => {
    const metadata = {
      supplier: { name: 's', address: { country: 'Norway' } },
      authors: [{ name: 'a' }],
      lifecycles: [{ phase: 'build' }],
      licenses: [{ license: { id: 'MIT' } }],
    };
    expect(exported({ ...metadata, timestamp: '2024-01-01T00:00:00Z' } as never)).toEqual({
      ...metadata,
      tools: { components: [TOOL] },
    });
  });
});
