import type { DocumentKind } from '../documents/document-kind.ts';

export const BOM_KIND = {
  name: 'BOM',
  table: 'bom_upload',
  fileColumns: ['file_id'],
  fileKind: 'bom',
  job: 'import-bom',
  sizeLimit: 'svc.bom.max-bytes',
} as const satisfies DocumentKind;
