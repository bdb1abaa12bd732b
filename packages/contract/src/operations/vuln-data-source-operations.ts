import Type, { type Static } from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { toListSchema } from '../paging-v2.ts';
import { Timestamp, Uuid } from '../values.ts';

const tag = 'vulnerability data sources (v2)';
const path = '/api/v2/vuln-data-sources';

const MIRROR_RUN_STATES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export type MirrorRunState = (typeof MIRROR_RUN_STATES)[number];

const MIRROR_RUN_KINDS = ['SCHEDULED', 'MANUAL', 'IMPORT'] as const;
export type MirrorRunKind = (typeof MIRROR_RUN_KINDS)[number];

export const VULN_DATA_STATES = ['NEVER_LOADED', 'CURRENT', 'STALE'] as const;
export type VulnDataState = (typeof VULN_DATA_STATES)[number];

export const MirrorRun = Type.Object(
  {
    uuid: Uuid,
    source: Type.String({ examples: ['osv'] }),
    kind: Type.Unsafe<MirrorRunKind>({ type: 'string', enum: [...MIRROR_RUN_KINDS] }),
    status: Type.Unsafe<MirrorRunState>({ type: 'string', enum: [...MIRROR_RUN_STATES] }),
    requested_by: Type.Optional(Type.String()),
    file_name: Type.Optional(Type.String({ description: 'File name of an import' })),
    created_at: Timestamp,
    started_at: Type.Optional(Timestamp),
    completed_at: Type.Optional(Timestamp),
    failure_reason: Type.Optional(Type.String()),
    records: Type.Object({
      seen: Type.Integer(),
      new: Type.Integer(),
      changed: Type.Integer(),
      unchanged: Type.Integer(),
      unreadable: Type.Integer({ description: 'Records that were skipped because they are invalid' }),
      retired: Type.Integer({
        description: 'Records that were withdrawn because the publisher deleted them',
      }),
    }),
    unreadable: Type.Optional(
      Type.Array(Type.Object({ record: Type.String(), reason: Type.String() }), {
        description: 'The first records that could not be read',
      }),
    ),
    progress: Type.Optional(
      Type.Object({
        phase: Type.String({ examples: ['downloading npm', 'recording'] }),
        done: Type.Integer({ description: 'Records, or bytes while downloading' }),
        total: Type.Optional(Type.Integer()),
      }),
    ),
  },
  { title: 'MirrorRun' },
);
export type MirrorRun = Static<typeof MirrorRun>;

export const VulnDataSource = Type.Object(
  {
    name: Type.String({ examples: ['nvd'] }),
    display_name: Type.String(),
    enabled: Type.Boolean(),
    url: Type.String({ description: 'Without credentials and query' }),
    cron: Type.String(),
    importable: Type.Boolean({ description: 'Whether its data can be imported from files' }),
    state: Type.Unsafe<VulnDataState>({
      type: 'string',
      enum: [...VULN_DATA_STATES],
      description:
        'NEVER_LOADED: there is no data, so an empty result does not mean "not vulnerable". ' +
        'STALE: several scheduled runs have passed since the last success.',
    }),
    last_success: Type.Optional(Timestamp),
    next_run: Type.Optional(Timestamp),
    latest_run: Type.Optional(MirrorRun),
  },
  { title: 'VulnDataSource' },
);
export type VulnDataSource = Static<typeof VulnDataSource>;

const SourceParams = Type.Object({ name: Type.String({ maxLength: 255, examples: ['osv'] }) });
const mayRead = wholeOrPart('SYSTEM_CONFIGURATION', 'READ');
const mayStart = wholeOrPart('SYSTEM_CONFIGURATION', 'UPDATE');

const VulnDataFile = Type.Object(
  {
    file_name: Type.Optional(Type.String({ maxLength: 255 })),
    file: Type.String({
      format: 'binary',
      description:
        'OSV: an archive of records (all.zip) or one record. NVD: a 2.0 feed or page of the API. EPSS: the CSV. ' +
        'KEV: the JSON of CISA. Files other than archives may be compressed with gzip or zstd.',
    }),
  },
  { title: 'VulnDataFile' },
);

const kevPath = '/api/v2/kev-data-sources';
const KevSourceParams = Type.Object({ name: Type.String({ maxLength: 255, examples: ['cisa'] }) });

/** Catalogues of exploited vulnerabilities, under the names that existing clients use. */
export const kevDataSourceOperations = {
  startKevMirrorRun: operation({
    id: 'startKevMirrorRun',
    method: 'POST',
    path: `${kevPath}/{name}/mirror-runs`,
    access: mayStart,
    tag,
    summary: 'Start a mirror run of a catalogue of exploited vulnerabilities',
    description: 'The header Location has the address of the run.',
    params: KevSourceParams,
    responses: { 202: MirrorRun },
    problems: [404, 409],
  }),
  getLatestKevMirrorRun: operation({
    id: 'getLatestKevMirrorRun',
    method: 'GET',
    path: `${kevPath}/{name}/mirror-runs/latest`,
    access: mayRead,
    tag,
    summary: 'Get the latest run of a catalogue of exploited vulnerabilities',
    params: KevSourceParams,
    responses: { 200: MirrorRun },
    problems: [404],
  }),
};

export const vulnDataSourceOperations = {
  listVulnDataSources: operation({
    id: 'listVulnDataSources',
    method: 'GET',
    path,
    access: anyOf(
      'SYSTEM_CONFIGURATION',
      'SYSTEM_CONFIGURATION_READ',
      'VIEW_VULNERABILITY',
      'VIEW_PORTFOLIO',
    ),
    tag,
    summary: 'List the sources of vulnerability data and the age of their data',
    responses: { 200: toListSchema(VulnDataSource, 'VulnDataSourceList') },
  }),
  startMirrorRun: operation({
    id: 'startMirrorRun',
    method: 'POST',
    path: `${path}/{name}/mirror-runs`,
    access: mayStart,
    tag,
    summary: 'Start a mirror run of a source',
    description: 'The header Location has the address of the run.',
    params: SourceParams,
    responses: { 202: MirrorRun },
    problems: [404, 409],
  }),
  listMirrorRuns: operation({
    id: 'listMirrorRuns',
    method: 'GET',
    path: `${path}/{name}/mirror-runs`,
    access: mayRead,
    tag,
    summary: 'List the runs of a source, latest first',
    params: SourceParams,
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })) }),
    responses: { 200: toListSchema(MirrorRun, 'MirrorRunList') },
    problems: [404],
  }),
  getLatestMirrorRun: operation({
    id: 'getLatestMirrorRun',
    method: 'GET',
    path: `${path}/{name}/mirror-runs/latest`,
    access: mayRead,
    tag,
    summary: 'Get the latest run of a source',
    params: SourceParams,
    responses: { 200: MirrorRun },
    problems: [404],
  }),
  getMirrorRun: operation({
    id: 'getMirrorRun',
    method: 'GET',
    path: `${path}/{name}/mirror-runs/{uuid}`,
    access: mayRead,
    tag,
    summary: 'Get a run of a source',
    params: Type.Object({ ...SourceParams.properties, uuid: Uuid }),
    responses: { 200: MirrorRun },
    problems: [404],
  }),
  importVulnData: operation({
    id: 'importVulnData',
    method: 'POST',
    path: `${path}/{name}/imports`,
    access: mayStart,
    tag,
    summary: 'Import data of a source from a file, for networks without access to the source',
    description: 'The file is read in the background. The header Location has the address of the run.',
    params: SourceParams,
    consumes: 'multipart/form-data',
    document: 'file',
    body: VulnDataFile,
    responses: { 202: MirrorRun },
    problems: [404, 413, 415],
  }),
};
