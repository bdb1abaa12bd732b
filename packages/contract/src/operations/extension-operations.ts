import Type from 'typebox';
import { wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { toListSchema } from '../paging-v2.ts';

const tag = 'extensions (v2)';
const mayRead = wholeOrPart('SYSTEM_CONFIGURATION', 'READ');
const mayUpdate = wholeOrPart('SYSTEM_CONFIGURATION', 'UPDATE');

const Name = Type.String({ pattern: '^[a-z0-9-]{1,64}$' });
const PointParams = Type.Object({ point: Name });
const ExtensionParams = Type.Object({ point: Name, extension: Name });

const AnyObject = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));
const ExtensionConfig = Type.Object({ config: AnyObject }, { title: 'ExtensionConfig' });

/** Properties win over the stored configuration. */
const EffectiveConfig = Type.Object(
  {
    config: AnyObject,
    set_by_property: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Members that a property of the server sets, with its name. They cannot be changed here; the values of properties that contain secrets are left out of `config`.',
      }),
    ),
  },
  { title: 'EffectiveExtensionConfig' },
);

const ExtensionItem = Type.Object(
  {
    name: Type.String(),
    display_name: Type.String(),
    configurable: Type.Boolean(),
    testable: Type.Boolean(),
  },
  { title: 'Extension' },
);

const Check = Type.Object(
  {
    name: Type.String(),
    status: Type.Unsafe<'PASSED' | 'FAILED' | 'SKIPPED'>({
      type: 'string',
      enum: ['PASSED', 'FAILED', 'SKIPPED'],
    }),
    message: Type.Optional(Type.String()),
  },
  { title: 'ExtensionCheck' },
);

export const extensionOperations = {
  listExtensionPoints: operation({
    id: 'listExtensionPoints',
    method: 'GET',
    path: '/api/v2/extension-points',
    access: mayRead,
    tag,
    summary: 'List extension points',
    responses: {
      200: toListSchema(
        Type.Object({ name: Type.String() }, { title: 'ExtensionPoint' }),
        'ExtensionPointList',
      ),
    },
  }),
  listExtensions: operation({
    id: 'listExtensions',
    method: 'GET',
    path: '/api/v2/extension-points/{point}/extensions',
    access: mayRead,
    tag,
    summary: 'List the extensions of an extension point',
    params: PointParams,
    responses: { 200: toListSchema(ExtensionItem, 'ExtensionList') },
    problems: [404],
  }),
  getExtensionConfig: operation({
    id: 'getExtensionConfig',
    method: 'GET',
    path: '/api/v2/extension-points/{point}/extensions/{extension}/config',
    access: mayRead,
    tag,
    summary: 'Get the configuration of an extension, with secrets by name',
    params: ExtensionParams,
    responses: { 200: EffectiveConfig },
    problems: [404],
  }),
  updateExtensionConfig: operation({
    id: 'updateExtensionConfig',
    method: 'PUT',
    path: '/api/v2/extension-points/{point}/extensions/{extension}/config',
    access: mayUpdate,
    tag,
    summary: 'Configure an extension',
    params: ExtensionParams,
    body: ExtensionConfig,
    responses: { 204: null, 304: null },
    problems: [404, 409],
  }),
  getExtensionSchema: operation({
    id: 'getExtensionSchema',
    method: 'GET',
    path: '/api/v2/extension-points/{point}/extensions/{extension}/config-schema',
    access: mayRead,
    tag,
    summary:
      'Get the JSON Schema of the configuration; `x-secret-ref` marks members that name a secret, `x-property` names the property that can set a member',
    params: ExtensionParams,
    responses: { 200: AnyObject, 204: null },
    problems: [404],
  }),
  testExtension: operation({
    id: 'testExtension',
    method: 'POST',
    path: '/api/v2/extension-points/{point}/extensions/{extension}/test',
    access: mayUpdate,
    tag,
    summary: 'Test a configuration without storing it',
    params: ExtensionParams,
    body: Type.Object({ config: Type.Optional(AnyObject) }, { title: 'ExtensionTest' }),
    responses: { 200: Type.Object({ checks: Type.Array(Check) }, { title: 'ExtensionTestResult' }) },
    problems: [404],
  }),
};
