import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { type ReceivedFile, receiveFile } from '../../platform/files/received-file.ts';
import { readCompressedFile } from '../../platform/files/stored-file-store.ts';
import { PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { RefusedDocumentError } from '../cyclonedx-mapping/refused-document.ts';
import type { LicenseTable } from '../licenses/license-table.ts';
import type { CurrentLicenses } from '../licenses/load-license-table.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { bomConsumed, bomProcessed, type ProjectSubject } from '../notifications/project-events.ts';
import { enqueueAnalysisOfImport } from '../portfolio/enqueue-analysis.ts';
import { findInternalRules } from '../portfolio/internal-components.ts';
import { stageImport } from '../portfolio/merge-components.ts';
import type { MergeCounts } from '../portfolio/merge-counts.ts';
import {
  becameCollection,
  findImportTarget,
  recordImport,
  recordUnchangedImport,
  type StagedImport,
} from '../portfolio/record-import.ts';
import { findPending, finishUpload } from './bom-store.ts';
import { type BomThreads, readBomRows } from './bom-threads.ts';
import { documentPlace } from './document-place.ts';
import type { BomHeader } from './import/bom-task.ts';
import { openStages, type StagedBom } from './import/open-stages.ts';
import { createSlots } from './import/row-slots.ts';

type ImportJob = RunningJob<{ readonly token: string; readonly projectUuid: string }>;

type Upload = NonNullable<Awaited<ReturnType<typeof findPending>>>;

/** What all imports share. */
export interface ImportTools {
  readonly threads: BomThreads;
  readonly findLicenses: () => Promise<CurrentLicenses>;
}

/** What one import reads with. */
interface ReadingTools {
  readonly threads: BomThreads;
  readonly licenses: LicenseTable;
}

/** Grows when documents are read otherwise than before, so that the same document is then imported again. */
const IMPORTER_VERSION = 3;

/**
 * Makes the components of a project those of an uploaded document. Idempotent: everything, the end of the job included,
 * commits in one transaction.
 */
export async function importBom(ctx: Context, tools: ImportTools, job: ImportJob): Promise<void> {
  const upload = await findPending(ctx.db, job.payload.token);
  const target = upload && (await findImportTarget(ctx.db, upload.project_id));
  // Imported before, or the project was deleted meanwhile.
  if (!upload || !target) return;
  try {
    if (target.isCollection) throw becameCollection();
    const { state, table: licenses } = await tools.findLicenses();
    // Under other licences the same document may say something else: a name that meant nothing now means one.
    const bom = `${IMPORTER_VERSION} ${upload.sha256.toString('hex')} ${state}`;
    if (target.importedBom === bom) await finishUnchanged(ctx, job, upload, target.subject);
    else await finishImport(ctx, { threads: tools.threads, licenses }, job, upload, target.subject, bom);
  } catch (error) {
    // A document that cannot be read or mapped stays so.
    if (error instanceof RefusedDocumentError) throw new PermanentJobError(error.message, { cause: error });
    throw error;
  }
}

async function finishUnchanged(
  ctx: Context,
  job: ImportJob,
  upload: Upload,
  subject: ProjectSubject,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    await recordUnchangedImport(tx, upload.project_id, now);
    await finishUpload(tx, upload.id, { state: 'UNCHANGED', processed_at: now });
    await tellOf(tx, now, upload, subject);
    await job.completeInTransaction(tx);
  });
}

async function finishImport(
  ctx: Context,
  tools: ReadingTools,
  job: ImportJob,
  upload: Upload,
  subject: ProjectSubject,
  bom: string,
): Promise<void> {
  const file = await fetchDocument(ctx, upload);
  let stages: StagedBom | undefined;
  try {
    stages = await readStages(ctx, tools, file.path, upload, job);
    const staged = stages;
    await inTransaction(ctx.db, async (tx) => {
      await stageImport(tx, staged);
      const header = staged.header();
      job.progress(header.components, header.components, 'storing');
      const now = ctx.now();
      const counts = await recordImport(tx, upload.project_id, toStagedImport(header, bom), now);
      // The project was deleted, and the upload with it.
      if (!counts) return;
      await finishUpload(tx, upload.id, toOutcome(header, counts, now));
      await tellOf(tx, now, upload, subject);
      // The token of the upload is done when its findings are there. What is as it was has its findings already.
      if (counts.added + counts.changed > 0) {
        await enqueueAnalysisOfImport(ctx, tx, job.payload.projectUuid, now, { continues: job });
      }
      await job.completeInTransaction(tx);
    });
  } finally {
    await stages?.close();
    await file.discard();
  }
}

/** Onto the disk of this node, compressed as it is: a document is read more than once. */
async function fetchDocument(ctx: Context, upload: Upload): Promise<ReceivedFile> {
  if (upload.file_id === null) throw new PermanentJobError('The document is not kept any more.');
  const { directory } = documentPlace(ctx.config);
  return receiveFile(
    { directory, maxBytes: Number.MAX_SAFE_INTEGER },
    readCompressedFile(ctx.db, upload.file_id),
  );
}

async function readStages(
  ctx: Context,
  { threads, licenses }: ReadingTools,
  path: string,
  { size }: Upload,
  job: ImportJob,
): Promise<StagedBom> {
  const internal = await findInternalRules(ctx.db);
  const task = { kind: 'rows', path, licenses, internal, slots: createSlots(size) } as const;
  // Before anything is read: a document that kills its node is recognised by how far it got.
  job.progress(0, undefined, 'reading');
  const rows = readBomRows(threads, task, job.signal);
  return openStages(rows, (components) => job.progress(components, undefined, 'reading'));
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

async function tellOf(tx: Tx, now: Date, upload: Upload, project: ProjectSubject): Promise<void> {
  const subject = { project, specVersion: upload.spec_version, token: upload.token };
  await emitEvents(tx, now, [bomConsumed(subject), bomProcessed(subject)]);
}
