import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { ignoredViolationMembers } from '../document-violations.ts';
import { nullable } from '../nullable.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { optional, text } from '../optional.ts';
import { Flag, ONE_LINE, PrintableName, Timestamp, Uuid, UuidParams } from '../values.ts';

const tag = 'bom';
const path = '/api/v1/bom';
const mayUpload = anyOf('BOM_UPLOAD');

/** Base64 text of at most 20,000,000 characters. */
const Base64Document = Type.String({
  maxLength: 20_000_000,
  contentEncoding: 'base64',
  description: 'The document, Base64-encoded. Send larger ones with POST.',
});

const BinaryDocument = Type.String({
  format: 'binary',
  description: 'The document, with or without a file name; may be compressed with gzip or zstd',
});

const identification = {
  project: optional(Uuid),
  projectName: optional(PrintableName),
  projectVersion: text(255),
  parentUUID: optional(Uuid),
  parentName: optional(PrintableName),
  parentVersion: text(255),
};

export const MAX_UPLOAD_TAGS = 1000;

const tags = Type.Array(Type.Object({ name: Type.String({ maxLength: 255, pattern: ONE_LINE }) }), {
  maxItems: MAX_UPLOAD_TAGS,
  description: 'Replace the tags of the project. Ignored if the caller may not change the project',
});

export const BomSubmission = Type.Object(
  {
    ...identification,
    autoCreate: optional(Type.Boolean({ description: 'Create the project if it does not exist' })),
    projectTags: Type.Optional(nullable(tags)),
    isLatest: optional(Type.Boolean({ description: 'Makes a created project the latest version' })),
    isLatestProjectVersion: optional(Type.Boolean({ description: 'Same as isLatest' })),
    isActive: optional(Type.Boolean()),
    bom: Base64Document,
  },
  { title: 'BomSubmission', description: 'Identify the project by its UUID, or by name and version' },
);
export type BomSubmission = Static<typeof BomSubmission>;

/** Every field of a form is text. */
export const BomForm = Type.Object(
  {
    ...identification,
    autoCreate: Type.Optional(Flag),
    projectTags: Type.Optional(
      Type.String({
        description: 'Names, separated by commas: at most 1000, of at most 255 characters each',
      }),
    ),
    isLatest: Type.Optional(Flag),
    isLatestProjectVersion: Type.Optional(Flag),
    isActive: Type.Optional(Flag),
    bom: BinaryDocument,
  },
  { title: 'BomForm', description: 'Identify the project by its UUID, or by name and version' },
);
export type BomForm = Static<typeof BomForm>;

export const BomAccepted = Type.Object(
  {
    token: Uuid,
    projectUuid: Uuid,
    ...ignoredViolationMembers,
  },
  { title: 'BomAccepted', description: 'Query the token at /api/v1/event/token/{uuid}' },
);
export type BomAccepted = Static<typeof BomAccepted>;

const BOM_UPLOAD_STATES = ['PENDING', 'PROCESSED', 'UNCHANGED', 'FAILED'] as const;
export type BomUploadState = (typeof BOM_UPLOAD_STATES)[number];

export const BomUpload = Type.Object(
  {
    token: Uuid,
    projectUuid: Uuid,
    state: oneOf(BOM_UPLOAD_STATES, {
      description: 'UNCHANGED: identical to the previous document, so nothing was processed',
    }),
    uploadedBy: Type.String(),
    uploadedAt: Timestamp,
    processedAt: Type.Optional(Timestamp),
    failure: Type.Optional(Type.String({ description: 'Why it could not be processed' })),
    format: Type.String({ examples: ['JSON', 'XML'] }),
    specVersion: Type.String({ examples: ['1.6'] }),
    serialNumber: Type.Optional(Type.String()),
    bomVersion: Type.Optional(Type.Integer()),
    generatedAt: Type.Optional(Timestamp),
    sha256: Type.String({ description: 'SHA-256 of the decompressed document' }),
    size: Type.Integer({ description: 'Size of the decompressed document in bytes' }),
    available: Type.Boolean({ description: 'Whether the document is still stored' }),
    components: Type.Optional(Type.Integer()),
    componentsAdded: Type.Optional(Type.Integer()),
    componentsChanged: Type.Optional(Type.Integer()),
    componentsRemoved: Type.Optional(Type.Integer()),
    ...ignoredViolationMembers,
  },
  { title: 'BomUpload' },
);
export type BomUpload = Static<typeof BomUpload>;

const acceptedDescription =
  'The document is validated at once and processed in the background, one at a time per project. ' +
  'Accepts CycloneDX of every version, as JSON or XML. A document that violates the schema is rejected, unless the project ' +
  'has the property artifact/bom.validation.lenient with the value true: then violations that do not concern the ' +
  'identity of components are ignored and listed in the answer and in the history of uploads.';

export const bomOperations = {
  uploadBom: operation({
    id: 'uploadBom',
    method: 'POST',
    path,
    access: mayUpload,
    tag,
    summary: 'Upload a bill of materials',
    description: acceptedDescription,
    consumes: 'multipart/form-data',
    document: 'bom',
    body: BomForm,
    responses: { 200: BomAccepted },
    problems: [404, 409, 413, 415],
  }),
  uploadEncodedBom: operation({
    id: 'uploadEncodedBom',
    method: 'PUT',
    path,
    access: mayUpload,
    tag,
    summary: 'Upload a bill of materials as Base64 in JSON',
    description: acceptedDescription,
    document: 'bom',
    body: BomSubmission,
    responses: { 200: BomAccepted },
    problems: [404, 409, 413, 415],
  }),
  getBomUpload: operation({
    id: 'getBomUpload',
    method: 'GET',
    path: `${path}/{uuid}`,
    access: anyOf('BOM_UPLOAD', 'VIEW_PORTFOLIO'),
    tag,
    summary: 'Get an upload by its token',
    params: UuidParams,
    responses: { 200: BomUpload },
    problems: [404],
  }),
  downloadBom: operation({
    id: 'downloadBom',
    method: 'GET',
    path: `${path}/{uuid}/document`,
    access: anyOf('VIEW_PORTFOLIO'),
    tag,
    summary: 'Download an uploaded document, unchanged, by the token of its upload',
    params: UuidParams,
    produces: 'application/vnd.cyclonedx+json',
    responses: { 200: Type.String({ format: 'binary' }) },
    problems: [404],
  }),
  listBomUploads: operation({
    id: 'listBomUploads',
    method: 'GET',
    path: '/api/v1/project/{uuid}/bom',
    access: anyOf('VIEW_PORTFOLIO'),
    tag,
    summary: 'List the uploads of a project, latest first',
    paged: true,
    params: UuidParams,
    responses: { 200: Type.Array(BomUpload) },
    problems: [404],
  }),
};
