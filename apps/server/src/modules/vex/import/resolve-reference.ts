import type { ComponentIdentity } from '../../cyclonedx-mapping/to-component-identity.ts';
import type { ReferenceIndex } from './vex-document.ts';

/** What a reference resolves to (import rule 5). */
export type ResolvedReference =
  | { readonly scope: 'component'; readonly identity: ComponentIdentity }
  | { readonly scope: 'project' }
  | { readonly scope: 'unresolvable' };

const BOM_LINK = /^urn:cdx:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/\d+(#.*)?$/is;

const PROJECT = { scope: 'project' } as const;

export function resolveReference(ref: string, index: ReferenceIndex): ResolvedReference {
  if (ref === index.metadataRef) return PROJECT;
  const identity = index.components.get(ref);
  if (identity) return { scope: 'component', identity };
  return BOM_LINK.test(ref) ? PROJECT : { scope: 'unresolvable' };
}
