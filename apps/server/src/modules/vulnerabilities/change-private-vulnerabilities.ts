import { randomInt } from 'node:crypto';
import type { NewVulnerability, VulnerabilityChange } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { upsertAsserter } from './asserter-store.ts';
import { getRow, vulnerabilityNotFound } from './get-vulnerability.ts';
import type { KnownFindings } from './known-findings.ts';
import { loadPrivateRecord } from './load-private-record.ts';
import { recordAliases } from './record-aliases.ts';
import { recordVulnerabilities } from './record-vulnerabilities.ts';
import { toPrivateRecord } from './to-private-record.ts';
import { INTERNAL_ASSERTER } from './vulnerability-asserters.ts';
import { deleteVulnerability as deleteRows, lockRecords } from './vulnerability-merge-store.ts';
import type { VulnerabilityRecord } from './vulnerability-record.ts';
import {
  findVulnerabilityId,
  findVulnerabilityOfSource,
  type VulnerabilityRow,
} from './vulnerability-store.ts';

/** "Source is forced to INTERNAL, scores derived from vectors." Returns its uuid. */
export async function createVulnerability(ctx: Context, body: NewVulnerability): Promise<string> {
  const now = ctx.now();
  const key = { source: 'INTERNAL', vulnId: body.vulnId.trim() } as const;
  const record = toPrivateRecord({ ...key, created: now, updated: now }, body);
  return inTransaction(ctx.db, async (tx) => {
    await lockRecords(tx);
    if ((await findVulnerabilityId(tx, key)) !== undefined) {
      throw new AppError('conflict', 'A vulnerability with the specified vulnId already exists.');
    }
    return recordPrivate(ctx, tx, record);
  });
}

/** "404 (also for non-INTERNAL); 406: The vulnId may not be changed." */
export async function updateVulnerability(ctx: Context, body: VulnerabilityChange): Promise<string> {
  return inTransaction(ctx.db, async (tx) => {
    await lockRecords(tx);
    const row = await getRow(tx, body.uuid);
    if (row.source !== 'INTERNAL') throw vulnerabilityNotFound();
    if (body.vulnId && body.vulnId.trim() !== row.vuln_id) {
      throw new AppError('not-acceptable', 'The vulnId may not be changed.');
    }
    const before = { ...(await loadPrivateRecord(tx, row)), updated: ctx.now() };
    return recordPrivate(ctx, tx, toPrivateRecord(before, body));
  });
}

async function recordPrivate(ctx: Context, tx: Tx, record: VulnerabilityRecord): Promise<string> {
  const recording = { asserter: INTERNAL_ASSERTER, mirrored: new Set<never>(), now: ctx.now() };
  await recordVulnerabilities(tx, recording, [record]);
  await ctx.jobs.enqueue(tx, 'match-changed-vulnerabilities', {}, { unlessWaiting: true });
  return (await getRecorded(tx, record)).uuid;
}

async function getRecorded(db: Db, record: VulnerabilityRecord): Promise<VulnerabilityRow> {
  const row = await findVulnerabilityOfSource(db, record);
  if (!row) throw vulnerabilityNotFound();
  return row;
}

/** "204; 403 for non-INTERNAL; 404; 412 when still affecting components." */
export async function deleteVulnerability(
  ctx: Context,
  findings: KnownFindings,
  uuid: string,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockRecords(tx);
    const row = await getRow(tx, uuid);
    if (row.source !== 'INTERNAL') {
      throw new AppError(
        'forbidden',
        'Only private vulnerabilities can be deleted; this one is from another source.',
      );
    }
    if (await findings.hasFindings(tx, row.id)) {
      throw new AppError('precondition-failed', 'The vulnerability still affects components.');
    }
    await recordAliases(tx, await upsertAsserter(tx, INTERNAL_ASSERTER), [
      { source: 'INTERNAL', vulnId: row.vuln_id },
    ]);
    await deleteRows(tx, row.id);
  });
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** "Fresh id `INT-xxxx-xxxx-xxxx`." */
export async function generateVulnId(ctx: Context): Promise<string> {
  const vulnId = `INT-${part()}-${part()}-${part()}`;
  const isTaken = (await findVulnerabilityId(ctx.db, { source: 'INTERNAL', vulnId })) !== undefined;
  return isTaken ? generateVulnId(ctx) : vulnId;
}

function part(): string {
  return Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
