import Type, { type Static } from 'typebox';
import { PUBLIC } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { Uuid, UuidParams } from '../values.ts';

const tag = 'badge';
const produces = 'image/svg+xml';

const ofBadges =
  'Public, but refused with 403 until the configuration property `general/badge.enabled` is true. The badge has no name of ' +
  'the project. With `general/base.url` it links to the project. Supports `If-None-Match`.';

/** Any text: names and versions that do not exist are not found. */
const NameParams = Type.Object({ name: Type.String(), version: Type.String() });

const BADGE_KINDS = ['vulns', 'violations'] as const;
export type BadgeKind = (typeof BADGE_KINDS)[number];
const Kind = oneOf(BADGE_KINDS);

export const ShieldsBadge = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    label: Type.String({ examples: ['dependencies'] }),
    message: Type.String({ examples: ['1 critical, 3 high', 'no vulnerabilities'] }),
    color: Type.String({ description: 'Hexadecimal', examples: ['8f1239'] }),
    labelColor: Type.String({ examples: ['374151'] }),
    cacheSeconds: Type.Integer({ minimum: 300, description: 'How long Shields caches it' }),
  },
  { title: 'ShieldsBadge', description: 'The schema of endpoint badges of Shields' },
);
export type ShieldsBadge = Static<typeof ShieldsBadge>;

const svg = { 200: Type.String(), 304: null } as const;
const json = { 200: ShieldsBadge, 304: null } as const;

export const badgeOperations = {
  getVulnerabilitiesBadge: operation({
    id: 'getVulnerabilitiesBadge',
    method: 'GET',
    path: '/api/v1/badge/vulns/project/{uuid}',
    access: PUBLIC,
    tag,
    summary: 'Get a badge with the vulnerabilities of a project by severity, as SVG',
    description: ofBadges,
    params: UuidParams,
    produces,
    responses: svg,
    problems: [403, 404],
  }),
  getVulnerabilitiesBadgeByName: operation({
    id: 'getVulnerabilitiesBadgeByName',
    method: 'GET',
    path: '/api/v1/badge/vulns/project/{name}/{version}',
    access: PUBLIC,
    tag,
    summary: 'Get a badge with the vulnerabilities of a project by name and version, as SVG',
    description: ofBadges,
    params: NameParams,
    produces,
    responses: svg,
    problems: [403, 404],
  }),
  getViolationsBadge: operation({
    id: 'getViolationsBadge',
    method: 'GET',
    path: '/api/v1/badge/violations/project/{uuid}',
    access: PUBLIC,
    tag,
    summary: 'Get a badge with the policy violations of a project by state, as SVG',
    description: ofBadges,
    params: UuidParams,
    produces,
    responses: svg,
    problems: [403, 404],
  }),
  getViolationsBadgeByName: operation({
    id: 'getViolationsBadgeByName',
    method: 'GET',
    path: '/api/v1/badge/violations/project/{name}/{version}',
    access: PUBLIC,
    tag,
    summary: 'Get a badge with the policy violations of a project by name and version, as SVG',
    description: ofBadges,
    params: NameParams,
    produces,
    responses: svg,
    problems: [403, 404],
  }),
  getShieldsBadge: operation({
    id: 'getShieldsBadge',
    method: 'GET',
    path: '/api/v2/badges/{kind}/projects/{uuid}',
    access: PUBLIC,
    tag,
    summary: 'Get a badge of a project as JSON for an endpoint badge of Shields',
    description: ofBadges,
    params: Type.Object({ kind: Kind, uuid: Uuid }),
    responses: json,
    problems: [403, 404],
  }),
  getShieldsBadgeByName: operation({
    id: 'getShieldsBadgeByName',
    method: 'GET',
    path: '/api/v2/badges/{kind}/projects/{name}/{version}',
    access: PUBLIC,
    tag,
    summary: 'Get a badge of a project by name and version as JSON for an endpoint badge of Shields',
    description: ofBadges,
    params: Type.Object({ kind: Kind, name: Type.String(), version: Type.String() }),
    responses: json,
    problems: [403, 404],
  }),
};
