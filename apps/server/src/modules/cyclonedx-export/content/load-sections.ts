import type { Db } from '../../../platform/db/database.ts';
import {
  type DocumentSections,
  referencesIn,
  sectionsToCyclonedx,
} from '../../cyclonedx-mapping/document-sections.ts';
import type { DocumentRest } from '../../cyclonedx-mapping/to-document-rest.ts';
import { listReferences } from './exported-nodes-store.ts';
import type { NodeNames } from './node-names.ts';

/** Returns the sections of the last uploaded document, with the references of the exported one. */
export async function loadSections(
  db: Db,
  projectId: number,
  document: DocumentRest | null,
  names: NodeNames,
): Promise<DocumentSections> {
  const sections = document?.sections;
  if (!sections) return {};
  // With the references of the uploaded document nothing has to be rewritten.
  if (!names.areOwn) return sections;
  const references = await listReferences(db, projectId, [...referencesIn(sections)]);
  return sectionsToCyclonedx(sections, (ref) =>
    ref === document.rootRef ? names.root : references.get(ref),
  );
}
