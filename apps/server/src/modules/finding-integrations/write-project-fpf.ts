import type { Db } from '../../platform/db/database.ts';
import { exportFpf } from '../fpf/export-fpf.ts';
import { SYSTEM_PRINCIPAL } from '../portfolio/access/system-principal.ts';
import type { WriteOptions } from './finding-integration.ts';

/** The findings of a project as FPF, without suppressed ones. */
export function writeProjectFpf(
  db: Db,
  { projectUuid = '', now, onFinding }: WriteOptions,
): Promise<AsyncIterable<string>> {
  return exportFpf(db, SYSTEM_PRINCIPAL, projectUuid, { withSuppressed: false, now, onFinding });
}
