import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from '../analysis-values.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { optional, text } from '../optional.ts';
import { Flag, PrintableName, Timestamp, Uuid, UuidParams } from '../values.ts';
import { CYCLONEDX_JSON } from './bom-export-operations.ts';

const tag = 'vex';
const path = '/api/v1/vex';

const target = {
  project: optional(Uuid),
  projectName: optional(PrintableName),
  projectVersion: text(255),
};

const VexSubmission = Type.Object(
  {
    ...target,
    vex: Type.String({
      maxLength: 20_000_000,
      contentEncoding: 'base64',
      description: 'The document, Base64-encoded. Send larger ones with POST.',
    }),
  },
  { title: 'VexSubmission', description: 'Identify the project by its UUID, or by name and version' },
);

const VexForm = Type.Object(
  {
    ...target,
    vex: Type.String({
      format: 'binary',
      description: 'The document, with or without a file name; may be compressed with gzip or zstd',
    }),
  },
  { title: 'VexForm', description: 'Identify the project by its UUID, or by name and version' },
);

export const VexAccepted = Type.Object(
  { token: Uuid, projectUuid: Uuid },
  { title: 'VexAccepted', description: 'Query the token at /api/v1/event/token/{uuid}' },
);
export type VexAccepted = Static<typeof VexAccepted>;

const VEX_IMPORT_STATES = ['PENDING', 'PROCESSED', 'FAILED'] as const;

export const VEX_OUTCOMES = ['applied', 'unchanged', 'skipped'] as const;
export type VexOutcome = (typeof VEX_OUTCOMES)[number];

const VEX_SCOPES = ['component', 'project', 'unresolvable'] as const;
export type VexScope = (typeof VEX_SCOPES)[number];

const Outcome = oneOf(VEX_OUTCOMES, {
  description: 'unchanged: the finding already had this decision, so its history gets no entry',
});
const Reason = Type.Optional(Type.String({ description: 'As in the import rules' }));

const VexDecision = Type.Object(
  {
    state: oneOf(ANALYSIS_STATES),
    justification: oneOf(ANALYSIS_JUSTIFICATIONS),
    response: oneOf(ANALYSIS_RESPONSES),
    details: Type.Optional(Type.String()),
    isSuppressed: Type.Boolean(),
    owaspVector: Type.Optional(Type.String()),
    owaspScore: Type.Optional(Type.Number()),
  },
  { title: 'VexDecision' },
);
export type VexDecision = Static<typeof VexDecision>;

const VexMatch = Type.Object(
  {
    uuid: Uuid,
    group: Type.Optional(Type.String()),
    name: Type.String(),
    version: Type.Optional(Type.String()),
    fate: Outcome,
    reason: Reason,
    before: Type.Optional(VexDecision),
    after: Type.Optional(VexDecision),
    takenOverFrom: Type.Optional(
      Type.String({
        description:
          'The vulnerability policy whose decision the document agrees with. The decision now belongs to the ' +
          'document and is kept if the policy is deleted',
      }),
    ),
  },
  { title: 'VexMatch', description: 'A component of an entry' },
);
export type VexMatch = Static<typeof VexMatch>;

export const VexEntry = Type.Object(
  {
    fate: Outcome,
    position: Type.Integer({ description: 'Index in the vulnerabilities of the document, from 0' }),
    id: Type.String(),
    source: Type.Optional(Type.String({ description: 'As in the document' })),
    reason: Reason,
    warning: Type.Optional(Type.Boolean({ description: 'Whether the reason was logged as a warning' })),
    vulnerability: Type.Optional(
      Type.Object(
        { uuid: Uuid, source: Type.String(), vulnId: Type.String() },
        { description: 'The vulnerability that the id resolved to' },
      ),
    ),
    references: Type.Array(
      Type.Object({
        ref: Type.String(),
        scope: oneOf(VEX_SCOPES),
        matched: Type.Integer({ description: 'Components of the project' }),
        reason: Reason,
      }),
    ),
    components: Type.Array(VexMatch),
  },
  { title: 'VexEntry', description: 'The outcome of one entry of the vulnerabilities of a document' },
);
export type VexEntry = Static<typeof VexEntry>;

const importMembers = {
  projectUuid: Uuid,
  state: oneOf(VEX_IMPORT_STATES),
  failure: Type.Optional(Type.String({ description: 'Why it could not be processed' })),
  uploadedBy: Type.String(),
  uploadedAt: Timestamp,
  processedAt: Type.Optional(Timestamp),
  format: Type.String({ examples: ['JSON', 'XML'] }),
  specVersion: Type.String({ examples: ['1.6'] }),
  serialNumber: Type.Optional(Type.String()),
  skipped: Type.Optional(Type.String({ description: 'Why the whole upload was skipped' })),
  warnings: Type.Array(Type.String(), { description: 'About the document as a whole' }),
  totals: Type.Object({
    entries: Type.Integer({ description: 'Entries of the document; the sum of all outcomes' }),
    applied: Type.Integer(),
    unchanged: Type.Integer(),
    skipped: Type.Integer(),
    findingsChanged: Type.Integer({ description: 'Decisions that were applied' }),
  }),
};

export const VexReceipt = Type.Object(
  {
    token: Type.Optional(Uuid),
    ...importMembers,
    dryRun: Type.Boolean({ description: 'Nothing was applied' }),
    entries: Type.Array(VexEntry, { description: 'In the order of the document' }),
  },
  { title: 'VexReceipt', description: 'The outcome of an import, by entry' },
);
export type VexReceipt = Static<typeof VexReceipt>;
export type VexReceiptHead = Omit<VexReceipt, 'entries'>;

export const VexImport = Type.Object(
  {
    token: Uuid,
    ...importMembers,
    available: Type.Boolean({ description: 'Whether the receipt has its entries' }),
  },
  { title: 'VexImport', description: 'An import without the outcome of its entries, which the receipt has' },
);
export type VexImport = Static<typeof VexImport>;

const mayReadReceipts = anyOf(
  'VIEW_VULNERABILITY',
  'VULNERABILITY_ANALYSIS',
  'VULNERABILITY_ANALYSIS_READ',
  'VULNERABILITY_ANALYSIS_UPDATE',
);

/** Common to both ways of sending a document. */
const importing = {
  path,
  access: anyOf('VULNERABILITY_ANALYSIS', 'VULNERABILITY_ANALYSIS_UPDATE'),
  tag,
  description:
    'Accepts CycloneDX of every version, as JSON or XML. The document is validated at once and applied in the ' +
    'background, one at a time per project. The receipt has the outcome of each entry. With dryRun=true ' +
    'the response is the receipt, and nothing is applied.',
  document: 'vex',
  query: Type.Object({ dryRun: Type.Optional(Flag) }),
  responses: { 200: Type.Union([VexAccepted, VexReceipt]) },
  problems: [404, 413, 415],
} as const;

export const vexOperations = {
  importVex: operation({
    ...importing,
    id: 'importVex',
    method: 'POST',
    summary: 'Apply the decisions of a VEX document to the findings of a project',
    consumes: 'multipart/form-data',
    body: VexForm,
  }),
  importEncodedVex: operation({
    ...importing,
    id: 'importEncodedVex',
    method: 'PUT',
    summary: 'Apply the decisions of a VEX document, sent as Base64 in JSON',
    body: VexSubmission,
  }),
  getVexReceipt: operation({
    id: 'getVexReceipt',
    method: 'GET',
    path: `${path}/import/{uuid}`,
    access: mayReadReceipts,
    tag,
    summary: 'Get the receipt of an import by its token',
    description: 'All entries, unless limited by the parameters.',
    params: UuidParams,
    query: Type.Object({
      fate: Type.Optional(Type.String({ description: 'Only entries with this outcome' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of entries to skip' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Maximum number of entries; default all' }),
      ),
    }),
    responses: { 200: VexReceipt },
    problems: [404],
  }),
  listVexImports: operation({
    id: 'listVexImports',
    method: 'GET',
    path: '/api/v1/project/{uuid}/vex',
    access: mayReadReceipts,
    tag,
    summary: 'List the VEX imports of a project, latest first',
    paged: true,
    params: UuidParams,
    responses: { 200: Type.Array(VexImport) },
    problems: [404],
  }),
  exportVex: operation({
    id: 'exportVex',
    method: 'GET',
    path: `${path}/cyclonedx/project/{uuid}`,
    access: anyOf('VIEW_VULNERABILITY', 'VULNERABILITY_ANALYSIS', 'VULNERABILITY_ANALYSIS_READ'),
    tag,
    summary: 'Export the decisions on the findings of a project as CycloneDX VEX',
    description:
      'Suppressed findings are included, inactive ones are not. With format=XML the response is ' +
      'application/vnd.cyclonedx+xml. Two exports of an unchanged project differ in their timestamp only.',
    params: UuidParams,
    query: Type.Object({
      format: Type.Optional(Type.String({ description: 'JSON or XML, case-insensitive; default JSON' })),
      version: Type.Optional(Type.String({ description: 'Specification version 1.4 to 1.7; default 1.5' })),
      download: Type.Optional(Flag),
      refs: Type.Optional(
        Type.String({ description: 'uploaded: references as in the last uploaded BOM; default UUIDs' }),
      ),
    }),
    produces: CYCLONEDX_JSON,
    responses: { 200: Type.Unsafe<string>({ type: 'string', description: 'A CycloneDX document' }) },
    problems: [404, 503],
  }),
};
