import type { Occurrence } from '@tallyman/contract';
import { v5 } from 'uuid';
import type { Context } from '../../../platform/context.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireComponent } from './component-errors.ts';
import { listOccurrences, type OccurrenceRow } from './component-property-store.ts';
import { findComponentVisibility } from './component-store.ts';

export async function listComponentOccurrences(
  ctx: Context,
  principal: Principal,
  uuid: string,
  page: Page,
): Promise<Paged<Occurrence>> {
  const component = requireComponent(await findComponentVisibility(ctx.db, principal, uuid));
  const rows = await listOccurrences(ctx.db, component.id, page);
  const createdAt = component.created_at.getTime();
  return {
    rows: rows.map((row) => presentOccurrence(row, component.uuid, createdAt)),
    total: component.occurrence_count,
  };
}

/** Occurrences have no id in documents. It is derived from the component and the position in its list. */
function presentOccurrence(
  { position, occurrence }: OccurrenceRow,
  componentUuid: string,
  createdAt: number,
): Occurrence {
  const { location, line, offset, symbol } = occurrence;
  return {
    id: v5(String(position), componentUuid),
    location: String(location ?? ''),
    ...(Number.isInteger(line) ? { line: Number(line) } : {}),
    ...(Number.isInteger(offset) ? { offset: Number(offset) } : {}),
    ...(typeof symbol === 'string' ? { symbol } : {}),
    createdAt,
  };
}
