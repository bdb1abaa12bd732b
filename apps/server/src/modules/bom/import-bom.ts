import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { recordOutcome } from '../documents/end-upload.ts';
import {
  type ImportJob,
  importDocument,
  type PendingUpload,
  withDocument,
} from '../documents/import-document.ts';
import type { LicenseTable } from '../licenses/license-table.ts';
import type { CurrentLicenses } from '../licenses/load-license-table.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomConsumed, bomProcessed, type ProjectSubject } from '../notifications/project-events.ts';
import { getInternalRules } from '../portfolio/components/load-internal-rules.ts';
import { stageImport } from '../portfolio/import/merge-components.ts';
import type { MergeCounts } from '../portfolio/import/merge-counts.ts';
import {
  collectionRefused,
  recordImport,
  recordUnchangedImport,
  type StagedImport,
} from '../portfolio/import/record-import.ts';
import { enqueueAnalysisOfImport } from '../portfolio/scheduling/enqueue-analysis.ts';
import { BOM_KIND } from './bom-kind.ts';
import { type BomThreads, readBomRows } from './bom-threads.ts';
import type { BomHeader } from './import/bom-task.ts';
import { openStages, type StagedBom } from './import/open-stages.ts';
import { createSlots } from './import/row-slots.ts';

/** Shared by all imports. */
export interface ImportDeps {
  readonly threads: BomThreads;
  readonly findLicenses: () => Promise<CurrentLicenses>;
}

interface ReadingDeps {
  readonly threads: BomThreads;
  readonly licenses: LicenseTable;
}

/** Incremented when documents are mapped differently, so that the same document is imported again. */
const IMPORTER_VERSION = 3;

/** Makes the components of a project those of an uploaded document. */
export async function importBom(ctx: Context, deps: ImportDeps, job: ImportJob): Promise<void> {
  await importDocument(ctx, BOM_KIND, job, async (upload, target) => {
    if (target.isCollection) throw collectionRefused();
    const { state, table: licenses } = await deps.findLicenses();
    // The same document may mean something else under other licences: a name that was unknown may be known now.
    const bom = `${IMPORTER_VERSION} ${upload.sha256.toString('hex')} ${state}`;
    const running = { job, upload, subject: target.subject, bom };
    if (target.importedBom === bom) await finishUnchanged(ctx, running);
    else await finishImport(ctx, { threads: deps.threads, licenses }, running);
  });
}

interface BomImport {
  readonly job: ImportJob;
  readonly upload: PendingUpload;
  readonly subject: ProjectSubject;
  /** Identifies what is imported: importer, bytes and known licences. */
  readonly bom: string;
}

async function finishUnchanged(ctx: Context, { job, upload, subject }: BomImport): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    await recordUnchangedImport(tx, upload.project_id, now);
    await recordOutcome(tx, BOM_KIND, upload, { state: 'UNCHANGED', processed_at: now });
    await emitProcessed(tx, now, upload, subject);
    await job.completeInTransaction(tx);
  });
}

async function finishImport(ctx: Context, deps: ReadingDeps, running: BomImport): Promise<void> {
  await withDocument(ctx, running.job, running.upload, async (path) => {
    const staged = await readStages(ctx, deps, path, running);
    try {
      await inTransaction(ctx.db, (tx) => mergeStaged(ctx, tx, staged, running));
    } finally {
      await staged.close();
    }
  });
}

async function readStages(
  ctx: Context,
  { threads, licenses }: ReadingDeps,
  path: string,
  { job, upload }: BomImport,
): Promise<StagedBom> {
  const internal = await getInternalRules(ctx.db);
  const task = { kind: 'rows', path, licenses, internal, slots: createSlots(upload.size) } as const;
  const rows = readBomRows(threads, task, job.signal);
  return openStages(rows, (components) => job.progress(components, undefined, 'reading'));
}

async function mergeStaged(
  ctx: Context,
  tx: Tx,
  staged: StagedBom,
  { job, upload, subject, bom }: BomImport,
): Promise<void> {
  await stageImport(tx, staged);
  const header = staged.header();
  job.progress(header.components, header.components, 'storing');
  const now = ctx.now();
  const counts = await recordImport(tx, upload.project_id, toStagedImport(header, bom), now);
  // The project was deleted, and the upload with it.
  if (!counts) return;
  await recordOutcome(tx, BOM_KIND, upload, toOutcome(header, counts, now));
  await emitProcessed(tx, now, upload, subject);
  // The token of the upload is done when its findings are there. Unchanged components have theirs already.
  if (counts.added + counts.changed > 0) {
    await enqueueAnalysisOfImport(ctx, tx, job.payload.projectUuid, now, { continues: job });
  }
  await job.completeInTransaction(tx);
}

function toStagedImport(header: BomHeader, bom: string): StagedImport {
  const { rootRef, project, services, edges, isNested, specVersion } = header;
  const format = `CycloneDX ${specVersion}`;
  return { rootRef, project, bom, format, hasServices: services > 0, hasEdges: edges > 0, isNested };
}

function toOutcome(header: BomHeader, { total, added, changed, removed }: MergeCounts, now: Date) {
  return {
    state: 'PROCESSED' as const,
    processed_at: now,
    serial_number: header.serialNumber,
    bom_version: header.bomVersion,
    generated_at: header.generatedAt === null ? null : new Date(header.generatedAt),
    components: total,
    components_added: added,
    components_changed: changed,
    components_removed: removed,
  };
}

async function emitProcessed(
  tx: Tx,
  now: Date,
  upload: PendingUpload,
  project: ProjectSubject,
): Promise<void> {
  const subject = { project, specVersion: upload.spec_version, token: upload.token };
  await emitEvents(tx, now, [bomConsumed(subject), bomProcessed(subject)]);
}
