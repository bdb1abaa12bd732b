import type { JsonSchema } from '../schema/json-schema.ts';
import type { SpecVersion } from '../spec-version.ts';

/**
 * 1.0 and 1.1 have no JSON schema. These schemas describe what their XSDs allow, so that pruning works for all
 * versions.
 */

const text: JsonSchema = { type: 'string' };
const SPDX_ID: JsonSchema = { $ref: 'spdx.SNAPSHOT.schema.json' };

function listOf(items: JsonSchema, minItems = 0): JsonSchema {
  return { type: 'array', items, minItems };
}

function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', additionalProperties: false, properties, required };
}

function oneOfEnum(...values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

const component: JsonSchema = { $ref: '#/definitions/component' };

const hash = closed(
  {
    alg: oneOfEnum('MD5', 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-512'),
    content: {
      type: 'string',
      pattern: '^([a-fA-F0-9]{32}|[a-fA-F0-9]{40}|[a-fA-F0-9]{64}|[a-fA-F0-9]{96}|[a-fA-F0-9]{128})$',
    },
  },
  ['alg', 'content'],
);

const common: Readonly<Record<string, JsonSchema>> = {
  publisher: text,
  group: text,
  name: text,
  version: text,
  description: text,
  hashes: listOf(hash),
  copyright: text,
  cpe: text,
  purl: text,
  modified: { type: 'boolean' },
  components: listOf(component),
};

const component10 = closed(
  {
    ...common,
    type: oneOfEnum('application', 'framework', 'library', 'operating-system', 'device'),
    scope: oneOfEnum('required', 'optional'),
    licenses: listOf(closed({ license: closed({ id: SPDX_ID, name: text }) }, ['license']), 1),
  },
  ['type', 'name', 'version', 'modified'],
);

const attachment = closed({ contentType: text, encoding: oneOfEnum('base64'), content: text }, ['content']);

const license11 = closed({ id: SPDX_ID, name: text, text: attachment, url: text });

const action = closed({ timestamp: text, name: text, email: text });

const commit = closed({ uid: text, url: text, author: action, committer: action, message: text });

const reference = closed(
  {
    url: text,
    comment: text,
    type: oneOfEnum(
      ...[
        'vcs',
        'issue-tracker',
        'website',
        'advisories',
        'bom',
        'mailing-list',
        'social',
        'chat',
        'documentation',
      ],
      ...['support', 'distribution', 'license', 'build-meta', 'build-system', 'other'],
    ),
  },
  ['url', 'type'],
);

const pedigree = closed({
  ancestors: listOf(component),
  descendants: listOf(component),
  variants: listOf(component),
  commits: listOf(commit),
  notes: text,
});

const component11 = closed(
  {
    ...common,
    'bom-ref': text,
    type: oneOfEnum('application', 'framework', 'library', 'operating-system', 'device', 'file'),
    scope: oneOfEnum('required', 'optional', 'excluded'),
    licenses: listOf({
      oneOf: [closed({ license: license11 }, ['license']), closed({ expression: text }, ['expression'])],
    }),
    pedigree,
    externalReferences: listOf(reference),
  },
  ['type', 'name', 'version'],
);

const version: JsonSchema = { type: 'integer' };
const serialNumber: JsonSchema = {
  type: 'string',
  pattern: '^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
};

export const EARLY_SCHEMAS: Partial<Record<SpecVersion, JsonSchema>> = {
  '1.0': { ...closed({ version, components: listOf(component) }), definitions: { component: component10 } },
  '1.1': {
    ...closed({
      version,
      serialNumber,
      components: listOf(component),
      externalReferences: listOf(reference),
    }),
    definitions: { component: component11 },
  },
};
