import Type, { type Static } from 'typebox';
import { wholeOrPart } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { QueryTime, Timestamp } from '../values.ts';

const tag = 'audit log (v2)';
const path = '/api/v2/audit-log';
const access = wholeOrPart('ACCESS_MANAGEMENT', 'READ');

const AUDIT_ACTORS = ['user', 'api-key', 'anonymous', 'system'] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

const AuditChange = Type.Object(
  {
    from: Type.Optional(Type.Unknown({ description: 'Absent if there was no value' })),
    to: Type.Optional(Type.Unknown({ description: 'Absent if there is no value' })),
    added: Type.Optional(Type.Array(Type.String(), { description: 'At most 100' })),
    removed: Type.Optional(Type.Array(Type.String(), { description: 'At most 100' })),
    total: Type.Optional(Type.Integer({ description: 'If more than 100 were added or removed' })),
  },
  { title: 'AuditChange' },
);

export const AuditEntry = Type.Object(
  {
    position: Type.Integer({ description: 'Consecutive, from 1 on' }),
    occurred_at: Timestamp,
    actor: Type.Object({
      kind: oneOf(AUDIT_ACTORS, { description: 'anonymous: a request without credentials' }),
      name: Type.Optional(Type.String({ description: 'User name, or team and public id of an API key' })),
      address: Type.Optional(Type.String({ description: 'Address of the client' })),
    }),
    action: Type.String({ examples: ['team.changed', 'sign-in.failed'] }),
    subject: Type.Object({
      kind: Type.String({ examples: ['team'] }),
      id: Type.Optional(Type.String({ description: 'UUID, if the subject has one' })),
      name: Type.Optional(Type.String()),
    }),
    changes: Type.Record(Type.String(), AuditChange, { description: 'Values of secrets are hidden' }),
    previous_hash: Type.String({ description: 'Hash of the entry before this one' }),
    hash: Type.String({ description: 'SHA-256 of the canonical JSON of all other members' }),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;
export type AuditChanges = AuditEntry['changes'];

const filterMembers = {
  actor: Type.Optional(Type.String({ maxLength: 1024, description: 'Name of the actor' })),
  action: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'An action, or the part before its dot',
      examples: ['sign-in'],
    }),
  ),
  subject: Type.Optional(Type.String({ maxLength: 1024, description: 'Name of the subject' })),
  from: QueryTime('Only entries after this time'),
  to: QueryTime('Only entries until this time'),
};

const JSON_LINES = 'application/jsonl';

/** Administrative actions and sign-ins. */
export const auditLogOperations = {
  listAuditEntries: operation({
    id: 'listAuditEntries',
    method: 'GET',
    path,
    access,
    tag,
    summary: 'List administrative actions and sign-ins, latest first',
    description:
      'Changes of users, teams, API keys, permissions, policies, alerts, secrets and settings: who, from where, old and ' +
      'new values. The total is exact if everything fits on the first page, otherwise the number of items of the page.',
    query: Type.Object({
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
      ...filterMembers,
    }),
    responses: { 200: toListSchema(AuditEntry, 'AuditEntryList') },
  }),
  exportAuditLog: operation({
    id: 'exportAuditLog',
    method: 'GET',
    path: `${path}/export`,
    access,
    tag,
    summary: 'Export the whole audit log as JSON lines, oldest first',
    description:
      'Each line is an entry. Its hash includes the hash of the line before, so `tallyman audit verify` detects changed ' +
      'and removed entries.',
    produces: JSON_LINES,
    responses: { 200: Type.String({ description: 'One JSON object per line' }) },
  }),
};
