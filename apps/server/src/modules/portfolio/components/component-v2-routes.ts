import { componentV2Operations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { presentPage, toKeysetPage } from '../../../platform/http/keyset-page.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import type { ComponentRow } from './component-columns-store.ts';
import type { KeysetColumn } from './component-list-store.ts';
import { createUniqueComponent } from './create-component.ts';
import { listProjectComponentPage } from './list-project-components.ts';
import { presentListedComponent, presentProjectComponent } from './present-component.ts';
import { searchComponents } from './search-components.ts';

/** The default order of all components is that of the ids: sorting by name would cost a full scan. */
const everywhere = {
  fields: { name: 'name', group: 'group_name', last_inherited_risk_score: 'risk_score' },
  unsorted: 'id',
} as const;

/** Publication times are not known yet, so sorting by them is sorting by id. */
const inProject = {
  fields: { ...everywhere.fields, 'package_artifact_metadata.published_at': 'id' },
  unsorted: 'name',
} as const;

export function componentV2Routes(server: FastifyInstance, ctx: Context): void {
  serve(server, componentV2Operations.createComponentV2, async ({ body, principal }) => {
    const uuid = await createUniqueComponent(ctx, principal, body);
    return { status: 201, headers: { Location: `/api/v2/components/${uuid}` } };
  });
  serve(server, componentV2Operations.listComponentsV2, async ({ query, principal }) => {
    const page = toKeysetPage<KeysetColumn>('components', query, everywhere);
    const found = await searchComponents(ctx, principal, query, page);
    const present = (row: ComponentRow) => presentListedComponent(row, query.expand ?? []);
    const body = presentPage(page, found, present, positionIn(page.column));
    return { status: 200, body };
  });
  serve(server, componentV2Operations.listProjectComponentsV2, async ({ params, query, principal }) => {
    const page = toKeysetPage<KeysetColumn>(`components of ${params.uuid}`, query, inProject);
    const filter = {
      onlyOutdated: isOn(query.only_outdated),
      onlyDirect: isOn(query.only_direct),
      text: query.q?.trim() || undefined,
    };
    const found = await listProjectComponentPage(ctx, principal, params.uuid, filter, page);
    const present = (row: ComponentRow) => presentProjectComponent(row, query.expand ?? []);
    return { status: 200, body: presentPage(page, found, present, positionIn(page.column)) };
  });
}

function positionIn(column: KeysetColumn) {
  return (row: ComponentRow) => ({ value: sortedValue(row, column), id: row.id });
}

function sortedValue(row: ComponentRow, column: KeysetColumn): string | number | null {
  if (column === 'id') return null;
  return column === 'risk_score' ? (row.metrics?.risk_score ?? null) : row[column];
}
