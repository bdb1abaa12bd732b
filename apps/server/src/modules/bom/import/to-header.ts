import type { BomDocument } from '@tallyman/cyclonedx';
import { toStorableJson } from '../../../platform/db/storable-text.ts';
import type { DocumentSections } from '../../cyclonedx-mapping/document-sections.ts';
import { toDescribedProject } from '../../cyclonedx-mapping/to-described-project.ts';
import type { DocumentFormat } from '../../documents/read-in-thread.ts';
import type { DescribedProject } from '../../portfolio/import/described-project.ts';
import type { BomHeader } from './bom-task.ts';

type Counts = Pick<BomHeader, 'components' | 'services' | 'edges' | 'isNested'>;

/** A larger version would overflow the integer column. */
const MAX_VERSION = 2 ** 31 - 1;

export function toHeader(
  format: DocumentFormat,
  document: BomDocument,
  counts: Counts,
  sections?: DocumentSections,
): BomHeader {
  const { serialNumber, version, metadata } = document;
  const header: BomHeader = {
    ...format,
    serialNumber: serialNumber ?? null,
    bomVersion: Number.isInteger(version) && Math.abs(version ?? 0) <= MAX_VERSION ? (version ?? null) : null,
    generatedAt: toTime(metadata?.timestamp),
    rootRef: metadata?.component?.['bom-ref'] ?? null,
    project: withSections(toDescribedProject(document), sections),
    ...counts,
  };
  return JSON.parse(toStorableJson(header)) as BomHeader;
}

function withSections(project: DescribedProject, sections: DocumentSections | undefined): DescribedProject {
  return sections ? { ...project, document: { ...project.document, sections } } : project;
}

/** Returns epoch milliseconds, or null for an invalid time or one before 1970. */
function toTime(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) || time < 0 ? null : time;
}
