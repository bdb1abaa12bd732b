import { toText } from '../../../platform/read-json.ts';
import { toNamedRecords } from '../named-records.ts';
import type { RunSession } from '../run-session.ts';
import { parsePosition } from './osv-position.ts';
import { readModifiedList } from './read-modified-list.ts';

const AT_ONCE = 10_000;

/**
 * Retires the records that the ecosystem no longer lists. The list of modified records names all records of the ecosystem;
 * it is read to its end, and a lost connection fails the run. Archives are built less often and do not count.
 */
export async function reconcileEcosystem(session: RunSession, ecosystem: string): Promise<void> {
  const part = `listing of ${ecosystem}`;
  const etag = toText((await session.findPosition(part))?.etag);
  const position = parsePosition(await session.findPosition(ecosystem));
  // The run has just seen that the list is still the same.
  if (etag !== undefined && etag === position?.list.etag) return;
  const list = await readModifiedList(session, ecosystem, etag === undefined ? {} : { etag }, undefined);
  if (!list || list.isUnchanged || list.records.length === 0) return;
  const blocks = [];
  for (let at = 0; at < list.records.length; at += AT_ONCE)
    blocks.push(toNamedRecords(list.records.slice(at, at + AT_ONCE)));
  session.progress(`comparing ${ecosystem}`, 0);
  await session.reconcile(ecosystem, blocks, { part, value: list.validators });
}
