import type { BomUpload } from '@tallyman/contract';
import { presentIgnored } from '../documents/present-ignored-violations.ts';
import type { UploadRow } from './bom-store.ts';

export function presentUpload(row: UploadRow): BomUpload {
  return {
    token: row.token,
    projectUuid: row.project_uuid,
    state: row.state,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at.getTime(),
    processedAt: row.processed_at?.getTime(),
    failure: row.failure ?? undefined,
    format: row.format,
    specVersion: row.spec_version,
    serialNumber: row.serial_number ?? undefined,
    bomVersion: row.bom_version ?? undefined,
    generatedAt: row.generated_at?.getTime(),
    sha256: row.sha256.toString('hex'),
    size: row.size,
    available: row.file_id !== null,
    components: row.components ?? undefined,
    componentsAdded: row.components_added ?? undefined,
    componentsChanged: row.components_changed ?? undefined,
    componentsRemoved: row.components_removed ?? undefined,
    ...presentIgnored(row.ignored_violations),
  };
}
