import type { Finding } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { PRODUCT_VERSION } from '../../platform/product-version.ts';
import { type FoundFinding, listAllFindings } from '../findings/list-all-findings.ts';
import { presentFinding } from '../findings/present-finding.ts';
import { requireVisible } from '../portfolio/projects/project-errors.ts';
import { findSetting } from '../settings/find-setting.ts';
import { findExportedProject } from './fpf-store.ts';
import { writeFpf } from './write-fpf.ts';

export interface FpfOptions {
  readonly withSuppressed: boolean;
  readonly now: Date;
  /** Called for each finding. */
  readonly onFinding?: () => void;
}

/** Exports the findings of a project in pieces. `db` must be a snapshot. Throws if the project may not be seen. */
export async function exportFpf(
  db: Db,
  principal: Principal,
  uuid: string,
  { withSuppressed, now, onFinding }: FpfOptions,
): Promise<AsyncIterable<string>> {
  const { id, accessible: _, ...project } = requireVisible(await findExportedProject(db, principal, uuid));
  const baseUrl = await findSetting(db, 'general', 'base.url');
  const head = {
    meta: {
      application: 'Tallyman',
      version: PRODUCT_VERSION,
      timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
      ...(baseUrl ? { baseUrl } : {}),
    },
    project: Object.fromEntries(Object.entries(project).filter(([, value]) => value !== null)),
  };
  return writeFpf(head, listFindings(db, principal, { projectId: id, withSuppressed }, onFinding));
}

async function* listFindings(
  db: Db,
  principal: Principal,
  filter: { readonly projectId: number; readonly withSuppressed: boolean },
  onFinding: FpfOptions['onFinding'],
): AsyncGenerator<Iterable<Finding>> {
  for await (const block of listAllFindings(db, principal, filter)) yield presentAll(block, onFinding);
}

function* presentAll(found: Iterable<FoundFinding>, onFinding: FpfOptions['onFinding']): Generator<Finding> {
  for (const { row, vulnerability } of found) {
    onFinding?.();
    yield presentFinding(row, vulnerability);
  }
}
