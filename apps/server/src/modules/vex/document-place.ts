import { join } from 'node:path';
import type { Config } from '../../platform/config/load-config.ts';
import type { DocumentPlace } from '../../platform/http/received-body.ts';

/** Where documents lie while they are worked on. */
export function documentPlace(config: Config): DocumentPlace {
  return {
    directory: join(config['svc.data.directory'], 'tmp'),
    maxBytes: config['svc.vex.max-bytes'],
    limitedBy: 'svc.vex.max-bytes',
  };
}
