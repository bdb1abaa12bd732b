import { join } from 'node:path';
import type { Config } from '../../platform/config/load-config.ts';
import type { DocumentDestination } from '../../platform/http/received-body.ts';
import type { DocumentKind } from './document-kind.ts';

/** Where uploaded documents of a kind are received, and how large they may be. */
export function documentPlace(
  config: Config,
  { sizeLimit }: Pick<DocumentKind, 'sizeLimit'>,
): DocumentDestination {
  return { directory: temporaryDirectory(config), maxBytes: config[sizeLimit], limitedBy: sizeLimit };
}

/** Where this node keeps documents while it works on them. */
export function temporaryDirectory(config: Config): string {
  return join(config['svc.data.directory'], 'tmp');
}
