import type { DocumentKind } from '../documents/document-kind.ts';

export const VEX_KIND = {
  name: 'VEX',
  table: 'vex_upload',
  fileColumns: ['file_id', 'receipt_file_id'],
  fileKind: 'vex',
  job: 'import-vex',
  sizeLimit: 'svc.vex.max-bytes',
} as const satisfies DocumentKind;
