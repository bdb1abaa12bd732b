import type { BomDocument } from '@tallyman/cyclonedx';
import { toStorableJson } from '../../../platform/db/storable-text.ts';
import { toDescribedProject } from '../../cyclonedx-mapping/to-described-project.ts';
import type { BomHeader, BomKind } from './bom-task.ts';

type Counts = Pick<BomHeader, 'components' | 'services' | 'edges' | 'isNested'>;

/** Beyond this a version is no version any more, and would overflow the database's integer. */
const MAX_VERSION = 2 ** 31 - 1;

export function toHeader(kind: BomKind, document: BomDocument, counts: Counts): BomHeader {
  const { serialNumber, version, metadata } = document;
  const header: BomHeader = {
    ...kind,
    serialNumber: serialNumber ?? null,
    bomVersion: Number.isInteger(version) && Math.abs(version ?? 0) <= MAX_VERSION ? (version ?? null) : null,
    generatedAt: toTime(metadata?.timestamp),
    rootRef: metadata?.component?.['bom-ref'] ?? null,
    project: toDescribedProject(document),
    ...counts,
  };
  return JSON.parse(toStorableJson(header)) as BomHeader;
}

/** Milliseconds; nothing for what is no time that a calendar knows. */
function toTime(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) || time < 0 ? null : time;
}
