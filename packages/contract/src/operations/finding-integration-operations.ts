import Type, { type Static } from 'typebox';
import { wholeOrPart } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { Timestamp, Uuid } from '../values.ts';

const tag = 'finding integrations (v2)';
const path = '/api/v2/finding-integrations';

const FINDING_INTEGRATIONS = ['defectdojo', 'fortify-ssc', 'kenna'] as const;
export type FindingIntegrationName = (typeof FINDING_INTEGRATIONS)[number];

const FINDING_PUSH_STATES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;
export type FindingPushState = (typeof FINDING_PUSH_STATES)[number];

const FINDING_PUSH_KINDS = ['SCHEDULED', 'MANUAL'] as const;
export type FindingPushKind = (typeof FINDING_PUSH_KINDS)[number];

export const FindingPushAttempt = Type.Object(
  {
    number: Type.Integer({ description: 'From 1 on' }),
    started_at: Timestamp,
    ended_at: Type.Optional(Timestamp),
    duration_ms: Type.Optional(Type.Integer()),
    url: Type.Optional(Type.String({ description: 'The address of the last request, without query' })),
    findings: Type.Optional(Type.Integer({ description: 'Number of findings in the document' })),
    bytes: Type.Optional(Type.Integer({ description: 'Size of the document' })),
    sha256: Type.Optional(Type.String({ description: 'Hash of the document' })),
    response_status: Type.Optional(Type.Integer({ description: 'Status of the last response' })),
    response: Type.Optional(
      Type.String({ description: 'The beginning of the last response, without secrets' }),
    ),
    failure_reason: Type.Optional(Type.String()),
  },
  { title: 'FindingPushAttempt' },
);
export type FindingPushAttempt = Static<typeof FindingPushAttempt>;

export const FindingPush = Type.Object(
  {
    uuid: Uuid,
    integration: oneOf(FINDING_INTEGRATIONS),
    project: Type.Optional(
      Type.Object(
        { uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) },
        { description: 'Absent for a push of the whole portfolio' },
      ),
    ),
    kind: oneOf(FINDING_PUSH_KINDS),
    status: oneOf(FINDING_PUSH_STATES, { description: 'PENDING: waits for its first or next attempt' }),
    token: Type.String({ format: 'uuid', description: 'Shared by all pushes that were started together' }),
    requested_by: Type.Optional(Type.String({ description: 'Absent for scheduled pushes' })),
    created_at: Timestamp,
    completed_at: Type.Optional(Timestamp),
    failure_reason: Type.Optional(Type.String()),
    attempts: Type.Array(FindingPushAttempt),
  },
  { title: 'FindingPush' },
);
export type FindingPush = Static<typeof FindingPush>;

export const FindingIntegration = Type.Object(
  {
    name: oneOf(FINDING_INTEGRATIONS),
    display_name: Type.String(),
    enabled: Type.Boolean(),
    url: Type.Optional(Type.String({ description: 'Without credentials and query' })),
    cron: Type.String(),
    next_push: Type.Optional(Timestamp),
    missing_settings: Type.Array(Type.String({ examples: ['defectdojo.url'] }), {
      description: 'Configuration properties of the group integrations that a push needs',
    }),
    project_property: Type.String({
      description: 'Projects with this property, group integrations, take part',
      examples: ['defectdojo.engagementId'],
    }),
    projects: Type.Integer({ description: 'Active projects that take part and that the caller may access' }),
    latest_push: Type.Optional(FindingPush),
  },
  { title: 'FindingIntegration' },
);
export type FindingIntegration = Static<typeof FindingIntegration>;

const IntegrationParams = Type.Object({ name: Type.String({ maxLength: 255, examples: ['defectdojo'] }) });
const mayRead = wholeOrPart('SYSTEM_CONFIGURATION', 'READ');
const mayStart = wholeOrPart('SYSTEM_CONFIGURATION', 'UPDATE');

const StartedPushes = Type.Object(
  {
    token: Type.String({ format: 'uuid', description: 'Is processing until all pushes have ended' }),
    pushes: Type.Integer({ description: 'Number of pushes that were started' }),
  },
  { title: 'StartedFindingPushes' },
);

/** Systems to which findings are pushed. */
export const findingIntegrationOperations = {
  listFindingIntegrations: operation({
    id: 'listFindingIntegrations',
    method: 'GET',
    path,
    access: mayRead,
    tag,
    summary: 'List the systems to which findings can be pushed',
    responses: { 200: toListSchema(FindingIntegration, 'FindingIntegrationList') },
  }),
  startFindingPushes: operation({
    id: 'startFindingPushes',
    method: 'POST',
    path: `${path}/{name}/pushes`,
    access: mayStart,
    tag,
    summary: 'Push findings now',
    description:
      'Pushes the findings of one project, or of all projects that take part and that the caller may access. Kenna ' +
      'receives one document for the whole portfolio, so `project` is refused. Projects whose push is queued or ' +
      'running are left out; a named one is refused with 409. GET the pushes with the token for their outcome.',
    params: IntegrationParams,
    body: Type.Object({ project: Type.Optional(Uuid) }, { additionalProperties: false }),
    responses: { 202: StartedPushes },
    problems: [404, 409],
  }),
  listFindingPushes: operation({
    id: 'listFindingPushes',
    method: 'GET',
    path: `${path}/{name}/pushes`,
    access: mayRead,
    tag,
    summary: 'List the pushes of an integration with all attempts, latest first',
    description:
      'Pushes of projects are listed for callers who may access the project. The total is exact if everything fits on ' +
      'the first page, otherwise the number of items of the page.',
    params: IntegrationParams,
    query: Type.Object({
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
      project: Type.Optional(Uuid),
      status: Type.Optional(oneOf(FINDING_PUSH_STATES)),
      token: Type.Optional(Uuid),
    }),
    responses: { 200: toListSchema(FindingPush, 'FindingPushList') },
    problems: [404],
  }),
  getFindingPush: operation({
    id: 'getFindingPush',
    method: 'GET',
    path: `${path}/{name}/pushes/{uuid}`,
    access: mayRead,
    tag,
    summary: 'Get a push with all attempts',
    params: Type.Object({ ...IntegrationParams.properties, uuid: Uuid }),
    responses: { 200: FindingPush },
    problems: [404],
  }),
};
