import { sql } from 'kysely';
import { copyIn } from '../../../platform/db/copy-in.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { componentColumns, placeColumns, type StageName, serviceColumns } from './imported-rows.ts';

const PLACE = `
  n integer not null, parent_n integer, ref_hash bigint, uuid uuid not null,
  identity_hash bigint not null, content_hash bigint not null`;

/**
 * Temporary tables, emptied at the end of each transaction. Created once per connection, because creating them for each
 * import would bloat the system catalogue. JSON is text here, so that only rows that are written are parsed.
 */
const TABLES = `do $do$ begin
  create temp table if not exists import_component (${PLACE},
    name text not null, group_name text, version text, purl text, purl_coordinates text, purl_with_source text, cpe text,
    swid_tag_id text, classifier text not null, scope text, publisher text, description text, copyright text,
    hashes text, license_id bigint, license_name text, license_expression text, license_url text,
    authors text, supplier text, external_references text, properties text,
    is_internal boolean not null, rest text, occurrence_count integer not null, bom_ref text, cpe_name text
  ) on commit delete rows;
  create temp table if not exists import_service (${PLACE},
    name text not null, group_name text, version text, description text, provider text, endpoints text,
    authenticated boolean, crosses_trust_boundary boolean, data text, external_references text, rest text,
    bom_ref text
  ) on commit delete rows;
  create temp table if not exists import_edge (
    source_hash bigint not null, target_hash bigint
  ) on commit delete rows;
  create temp table if not exists import_alias (n integer not null, first_n integer not null) on commit delete rows;
  create temp table if not exists import_match (n integer not null, id bigint not null) on commit delete rows;
  create temp table if not exists import_node (
    n integer not null, node_id bigint not null, is_new boolean not null, content_hash bigint not null,
    parent_n integer, parent_id bigint
  ) on commit delete rows;
end $do$`;

const COPIES: Readonly<Record<StageName, string>> = {
  component: `copy import_component (${[...placeColumns, ...componentColumns].join()}) from stdin`,
  service: `copy import_service (${[...placeColumns, ...serviceColumns].join()}) from stdin`,
  edge: 'copy import_edge (source_hash, target_hash) from stdin',
};

/**
 * Prepares the transaction for an import. The planner has no statistics of the staged rows. Hash joins are fast for any
 * number of rows, nested loops only for a few.
 */
export async function openStage(tx: Tx): Promise<void> {
  await sql`
    select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
      set_config('client_min_messages', 'warning', true)`.execute(tx);
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pg_temp.import_node') is not null as exists`.execute(tx);
  if (!rows[0]?.exists) await sql.raw(TABLES).execute(tx);
}

/** `chunks` are lines of `imported-rows.ts`. */
export async function stageRows(tx: Tx, name: StageName, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await copyIn(tx, COPIES[name], chunks);
}
