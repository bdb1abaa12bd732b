import { Readable } from 'node:stream';
import { readBom } from '@tallyman/cyclonedx';
import { sql } from 'kysely';
import { toLines } from '../../apps/server/src/modules/bom/import/to-lines.ts';
import {
  componentColumns,
  placeColumns,
} from '../../apps/server/src/modules/portfolio/import/imported-rows.ts';
import type { Connection } from '../../apps/server/src/platform/db/connect.ts';
import { copyIn } from '../../apps/server/src/platform/db/copy-in.ts';
import { inTransaction, type Tx } from '../../apps/server/src/platform/db/database.ts';
import { rounded } from './figures.ts';
import { cpuSeconds } from './process-costs.ts';

const TABLES = [
  'drop table if exists floor_component',
  'drop table if exists floor_edge',
  `create table floor_component (n integer primary key, parent_n integer, ref_hash bigint, uuid uuid unique,
    identity_hash bigint, content_hash bigint, name text, group_name text, version text, purl text,
    purl_coordinates text, purl_with_source text, cpe text, swid_tag_id text, classifier text, scope text, publisher text,
    description text, copyright text, hashes jsonb, license_id bigint, license_name text, license_expression text,
    license_url text, authors jsonb, supplier jsonb, external_references jsonb, properties jsonb,
    is_internal boolean, rest jsonb, occurrence_count integer, bom_ref text, cpe_name text)`,
  'create index on floor_component (identity_hash)',
  'create index on floor_component (purl_coordinates)',
  // Without a target: a component that explicitly has no dependencies.
  'create table floor_edge (source bigint, target bigint, unique (source, target))',
  'create index on floor_edge (target)',
];

const lookUps = { licenses: { byId: new Map(), byName: new Map() }, isInternal: () => false };

/** The minimum for a document: read it, validate it, copy its rows into tables with as many indexes. */
export async function measureFloor(path: string, database: Connection, postgresPid: number) {
  for (const table of TABLES) await sql.raw(table).execute(database.db);
  await validate(path);
  const before = { node: process.cpuUsage(), postgres: cpuSeconds(postgresPid, 'with-children') };
  const begin = performance.now();
  await validate(path);
  const validated = performance.now();
  await inTransaction(database.db, (tx) => copy(tx, path));
  const end = performance.now();
  const { user, system } = process.cpuUsage(before.node);
  const ofPostgres = cpuSeconds(postgresPid, 'with-children') - before.postgres;
  const node = (user + system) / 1e6;
  return {
    'accepted, s': rounded((validated - begin) / 1000, 3),
    'stored after, s': rounded((end - validated) / 1000, 3),
    'CPU, s': rounded(node + ofPostgres, 3),
    'server CPU, s': rounded(node, 3),
    'PostgreSQL CPU, s': rounded(ofPostgres, 3),
  };
}

async function validate(path: string): Promise<void> {
  for await (const _batch of readBom({ path }));
}

/** Edges are written after the components. The service buffers those of a large document on disk, here in memory. */
async function copy(tx: Tx, path: string): Promise<void> {
  const edges: Uint8Array[] = [];
  const columns = [...placeColumns, ...componentColumns].join();
  await copyIn(tx, `copy floor_component (${columns}) from stdin`, componentLines(path, edges));
  await copyIn(tx, 'copy floor_edge (source, target) from stdin', Readable.from(edges));
}

async function* componentLines(path: string, edges: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for await (const batch of readBom({ path }, { validation: 'off' })) {
    const staged = toLines(batch, lookUps);
    if (!staged?.lines.length) continue;
    const chunk = Buffer.from(staged.lines.join(''));
    if (staged.stage === 'component') yield chunk;
    else edges.push(chunk);
  }
}
