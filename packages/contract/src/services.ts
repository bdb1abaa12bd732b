import Type, { type Static } from 'typebox';
import { ProjectReference } from './components.ts';
import { oneOf } from './one-of.ts';
import { choice, optional, text } from './optional.ts';
import { ExternalReference, Organization, OrganizationMembers, Reference } from './parties.ts';
import { LINES, ONE_LINE, PrintableName, Uuid } from './values.ts';

const DATA_DIRECTIONS = ['INBOUND', 'OUTBOUND', 'BI_DIRECTIONAL', 'UNKNOWN'] as const;

const DirectionName = oneOf(DATA_DIRECTIONS);

const givenServiceMembers = {
  name: PrintableName,
  provider: optional(Organization),
  group: text(255),
  version: text(255),
  description: text(100_000, LINES),
  endpoints: optional(Type.Array(Type.String({ maxLength: 2048, pattern: ONE_LINE }), { maxItems: 1000 })),
  authenticated: optional(Type.Boolean()),
  crossesTrustBoundary: optional(Type.Boolean()),
  data: optional(
    Type.Array(Type.Object({ direction: choice(DATA_DIRECTIONS), name: text(255) }), { maxItems: 1000 }),
  ),
  externalReferences: optional(Type.Array(ExternalReference, { maxItems: 10_000 })),
  notes: text(100_000, LINES),
};

export const NewService = Type.Object(givenServiceMembers, { title: 'NewService' });
export type NewService = Static<typeof NewService>;

export const ServiceReplacement = Type.Object(
  { uuid: Uuid, ...givenServiceMembers },
  { title: 'ServiceReplacement' },
);
export type ServiceReplacement = Static<typeof ServiceReplacement>;

const ServiceData = Type.Object({ direction: DirectionName, name: Type.Optional(Type.String()) });
export type ServiceData = Static<typeof ServiceData>;

export const Service = Type.Object(
  {
    uuid: Uuid,
    provider: Type.Optional(OrganizationMembers),
    group: Type.Optional(Type.String()),
    name: Type.String(),
    version: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    endpoints: Type.Optional(Type.Array(Type.String())),
    authenticated: Type.Optional(Type.Boolean()),
    crossesTrustBoundary: Type.Optional(Type.Boolean()),
    data: Type.Optional(Type.Array(ServiceData)),
    externalReferences: Type.Optional(Type.Array(Reference)),
    project: ProjectReference,
    lastInheritedRiskScore: Type.Optional(Type.Number()),
    notes: Type.Optional(Type.String()),
  },
  { title: 'Service' },
);
export type Service = Static<typeof Service>;
