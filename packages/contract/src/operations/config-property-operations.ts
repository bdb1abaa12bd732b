import Type, { type Static } from 'typebox';
import { AUTHENTICATED, PUBLIC, wholeOrPart } from '../access.ts';
import { nullable } from '../nullable.ts';
import { LARGE_BODY_BYTES, operation } from '../operation.ts';
import { PropertyTypeName } from '../property-types.ts';
import { PrintableName } from '../values.ts';

const tag = 'configProperty';

export const ConfigProperty = Type.Object(
  {
    groupName: Type.String(),
    propertyName: Type.String(),
    propertyValue: Type.Optional(Type.String()),
    propertyType: PropertyTypeName,
    description: Type.Optional(Type.String()),
  },
  { title: 'ConfigProperty' },
);
export type ConfigProperty = Static<typeof ConfigProperty>;

export const ConfigPropertyUpdate = Type.Object(
  {
    groupName: PrintableName,
    propertyName: PrintableName,
    propertyValue: Type.Optional(nullable(Type.String())),
  },
  { title: 'ConfigPropertyUpdate' },
);
export type ConfigPropertyUpdate = Static<typeof ConfigPropertyUpdate>;

const PropertyParams = Type.Object({ groupName: PrintableName, propertyName: PrintableName });

const MAX_UPDATES = 1000;

export const configPropertyOperations = {
  listConfigProperties: operation({
    id: 'listConfigProperties',
    method: 'GET',
    path: '/api/v1/configProperty',
    access: wholeOrPart('SYSTEM_CONFIGURATION', 'READ'),
    tag,
    summary: 'List all settings',
    responses: { 200: Type.Array(ConfigProperty) },
  }),
  updateConfigProperty: operation({
    id: 'updateConfigProperty',
    method: 'POST',
    path: '/api/v1/configProperty',
    access: wholeOrPart('SYSTEM_CONFIGURATION', 'UPDATE'),
    tag,
    summary: 'Change a setting',
    description: '`access-management/acl.enabled` also needs ACCESS_MANAGEMENT.',
    body: ConfigPropertyUpdate,
    responses: { 200: ConfigProperty },
    problems: [404],
  }),
  updateConfigProperties: operation({
    id: 'updateConfigProperties',
    method: 'POST',
    path: '/api/v1/configProperty/aggregate',
    access: wholeOrPart('SYSTEM_CONFIGURATION', 'UPDATE'),
    tag,
    summary: 'Change several settings',
    description: 'Returns for each the changed setting, or a text that says why it was not changed.',
    body: Type.Array(ConfigPropertyUpdate, { maxItems: MAX_UPDATES }),
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: Type.Array(Type.Union([ConfigProperty, Type.String()])) },
  }),
  getPublicConfigProperty: operation({
    id: 'getPublicConfigProperty',
    method: 'GET',
    path: '/api/v1/configProperty/public/{groupName}/{propertyName}',
    access: PUBLIC,
    tag,
    summary: 'Get a public setting',
    params: PropertyParams,
    responses: { 200: ConfigProperty },
    problems: [403, 404],
  }),
  getInternalConfigProperty: operation({
    id: 'getInternalConfigProperty',
    method: 'GET',
    path: '/api/v1/configProperty/internal/{groupName}/{propertyName}',
    access: AUTHENTICATED,
    tag,
    summary: 'Get a setting that every signed-in caller may read',
    params: PropertyParams,
    responses: { 200: ConfigProperty },
    problems: [403, 404],
  }),
};
