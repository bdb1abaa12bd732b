import { CYCLONEDX_JSON, CYCLONEDX_XML } from '@tallyman/contract';
import type { WriteTarget } from '@tallyman/cyclonedx';

const MEDIA_TYPES = { json: CYCLONEDX_JSON, xml: CYCLONEDX_XML } as const;

/** The headers of an exported document. With a file name the browser saves it instead of showing it. */
export function toDocumentHeaders({ format }: WriteTarget, fileName?: string): Record<string, string> {
  if (fileName === undefined) return { 'Content-Type': MEDIA_TYPES[format] };
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${fileName}.cdx.${format}"`,
  };
}
