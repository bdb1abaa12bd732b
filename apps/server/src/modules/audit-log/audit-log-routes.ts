import { type AuditEntry, auditLogOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { parseEnd, parseStart } from '../../platform/http/parse-time.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { listEntries } from './audit-store.ts';
import { sealAuditLog } from './seal-audit-log.ts';
import { writeAuditLog } from './write-audit-log.ts';

const byPosition = { fields: {}, unsorted: 'position' } as const;
const positionOf = ({ position }: AuditEntry) => ({ value: null, id: position });

export function auditLogRoutes(server: FastifyInstance, ctx: Context, streamSnapshot: StreamSnapshot): void {
  serve(server, auditLogOperations.listAuditEntries, async ({ query }) => {
    await sealAuditLog(ctx);
    const { actor, action, subject, from, to } = query;
    const filter = {
      actor,
      action,
      subject,
      from: from === undefined ? undefined : parseStart('from', from),
      to: to === undefined ? undefined : parseEnd('to', to),
    };
    const page = toKeysetPage<'position'>('audit log', query, byPosition);
    const rows = await listEntries(ctx.db, { filter, before: page.after?.id, limit: page.limit + 1 });
    const isAll = page.after === undefined && rows.length <= page.limit;
    const total = {
      count: Math.min(rows.length, page.limit),
      type: isAll ? ('EXACT' as const) : ('AT_LEAST' as const),
    };
    return { status: 200, body: presentPage(page, { rows, total }, (entry) => entry, positionOf) };
  });
  serve(server, auditLogOperations.exportAuditLog, async () => {
    await sealAuditLog(ctx);
    const stream = await streamSnapshot(async (db) => writeAuditLog(db));
    const headers = { 'Content-Disposition': 'attachment; filename="audit-log.jsonl"' };
    return { status: 200, stream, headers };
  });
}
