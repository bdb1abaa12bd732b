import type { Permission } from '@tallyman/contract';
import {
  isObjectJson,
  isRegularExpression,
  isSecretName,
  isTextListJson,
  oneOf,
  type ValueRule,
  whole,
} from './value-rules.ts';

/** Who may read a setting without the permission to configure the system. */
export type Visibility = 'public' | 'internal' | 'administrators';

export interface KnownSetting {
  readonly group: string;
  readonly name: string;
  readonly type: 'BOOLEAN' | 'INTEGER' | 'STRING' | 'URL';
  readonly default?: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** Written by the service only. */
  readonly readOnly: boolean;
  /** Restricts the value beyond its type. */
  readonly rule?: ValueRule;
  /**
   * The setting that names the secret of the same configuration. Changing this setting needs the right to use that
   * secret.
   */
  readonly secretSetting?: `${string}/${string}`;
  /** Permission needed in addition to the one that configures the system. */
  readonly alsoNeeds?: Permission;
}

type Details = Partial<
  Pick<KnownSetting, 'default' | 'visibility' | 'readOnly' | 'rule' | 'alsoNeeds' | 'secretSetting'>
>;

function setting(
  key: `${string}/${string}`,
  type: KnownSetting['type'],
  description: string,
  details: Details = {},
): KnownSetting {
  const [group, name] = key.split('/', 2) as [string, string];
  return { group, name, type, description, visibility: 'administrators', readOnly: false, ...details };
}

const atLeastOne = whole({ min: 1 });
const weight = whole({ min: 1, max: 10 });

/** An example. Not shown until the welcome message is enabled. */
const WELCOME =
  '<h1>Welcome to Tallyman</h1><p>Sign in to see which components your software is made of, which of them have ' +
  'known vulnerabilities, and what was decided about each.</p>';

/** All settings that can be read or changed at run time. */
export const knownSettings: readonly KnownSetting[] = [
  setting('internal/cluster.id', 'STRING', 'Identifies this installation', { readOnly: true }),
  setting('internal/default.objects.version', 'STRING', 'Version of the default objects', { readOnly: true }),

  setting(
    'general/base.url',
    'URL',
    'Where people reach the service; used in notifications, badges and exports',
  ),
  setting('general/badge.enabled', 'BOOLEAN', 'Whether badges can be read without signing in', {
    default: 'false',
  }),
  setting('general/default.locale', 'STRING', 'Language of the user interface', { visibility: 'public' }),
  setting('general/welcome.message.enabled', 'BOOLEAN', 'Whether the welcome message is shown', {
    default: 'false',
    visibility: 'public',
  }),
  setting('general/welcome.message.html', 'STRING', 'Welcome message on the sign-in page, URL-encoded', {
    default: encodeURIComponent(WELCOME),
    visibility: 'public',
  }),

  setting('banner/config', 'STRING', 'Banner on every page, JSON', {
    default: '{}',
    visibility: 'internal',
    rule: isObjectJson,
  }),

  setting(
    'internal-components/groups.regex',
    'STRING',
    'Groups of components made in-house, a regular expression',
    { rule: isRegularExpression },
  ),
  setting(
    'internal-components/names.regex',
    'STRING',
    'Names of components made in-house, a regular expression',
    { rule: isRegularExpression },
  ),
  setting('internal-components/match-mode', 'STRING', 'Whether one expression must match, or both', {
    default: 'OR',
    rule: oneOf('OR', 'AND'),
  }),

  setting('maintenance/metrics.retention.days', 'INTEGER', 'Days for which metrics are kept', {
    default: '90',
    rule: atLeastOne,
  }),
  setting(
    'maintenance/projects.retention.type',
    'STRING',
    'How inactive projects are chosen for deletion; off if empty',
    {
      rule: oneOf('AGE', 'VERSIONS'),
    },
  ),
  setting(
    'maintenance/projects.retention.days',
    'INTEGER',
    'Days after which inactive projects are deleted',
    {
      default: '30',
      rule: atLeastOne,
    },
  ),
  setting(
    'maintenance/projects.retention.versions',
    'INTEGER',
    'Inactive versions of a project that are kept',
    {
      default: '2',
      rule: atLeastOne,
    },
  ),
  setting('maintenance/tags.delete.unused', 'BOOLEAN', 'Whether tags that nothing uses are deleted', {
    default: 'true',
  }),
  setting(
    'maintenance/vuln.scan.retention.hours',
    'INTEGER',
    'Hours for which results of analyses are kept',
    {
      default: '24',
      rule: atLeastOne,
    },
  ),

  setting(
    'vulnerability-policy/vulnerability.policy.file.last.modified.hash',
    'STRING',
    'Hash of the vulnerability policy bundle in use',
    { readOnly: true },
  ),
  setting('vuln-source/epss.enabled', 'BOOLEAN', 'Whether EPSS scores are mirrored', { default: 'true' }),
  setting('vuln-source/epss.feeds.url', 'URL', 'Where EPSS scores come from', {
    default: 'https://epss.empiricalsecurity.com',
  }),

  setting('artifact/cyclonedx.enabled', 'BOOLEAN', 'Whether CycloneDX documents can be uploaded', {
    default: 'true',
  }),
  setting('artifact/bom.validation.mode', 'STRING', 'Which uploaded documents are validated', {
    default: 'ENABLED',
    rule: oneOf('ENABLED', 'DISABLED', 'ENABLED_FOR_TAGS', 'DISABLED_FOR_TAGS'),
  }),
  setting('artifact/bom.validation.tags.inclusive', 'STRING', 'Tags with ENABLED_FOR_TAGS, a JSON list', {
    default: '[]',
    rule: isTextListJson,
  }),
  setting('artifact/bom.validation.tags.exclusive', 'STRING', 'Tags with DISABLED_FOR_TAGS, a JSON list', {
    default: '[]',
    rule: isTextListJson,
  }),

  setting('integrations/fortify.ssc.enabled', 'BOOLEAN', 'Whether findings go to Fortify SSC', {
    default: 'false',
  }),
  setting('integrations/fortify.ssc.url', 'URL', 'Address of Fortify SSC', {
    secretSetting: 'integrations/fortify.ssc.token',
  }),
  setting(
    'integrations/fortify.ssc.token',
    'STRING',
    'Name of the secret that holds the token of Fortify SSC',
    {
      rule: isSecretName,
      secretSetting: 'integrations/fortify.ssc.token',
    },
  ),
  setting('integrations/defectdojo.enabled', 'BOOLEAN', 'Whether findings go to DefectDojo', {
    default: 'false',
  }),
  setting(
    'integrations/defectdojo.reimport.enabled',
    'BOOLEAN',
    'Whether DefectDojo reimports into the same test',
    {
      default: 'false',
    },
  ),
  setting('integrations/defectdojo.url', 'URL', 'Address of DefectDojo', {
    secretSetting: 'integrations/defectdojo.apiKey',
  }),
  setting(
    'integrations/defectdojo.apiKey',
    'STRING',
    'Name of the secret that holds the API key of DefectDojo',
    {
      rule: isSecretName,
      secretSetting: 'integrations/defectdojo.apiKey',
    },
  ),
  setting('integrations/kenna.enabled', 'BOOLEAN', 'Whether findings go to Kenna Security', {
    default: 'false',
  }),
  setting('integrations/kenna.api.url', 'URL', 'Address of Kenna Security', {
    default: 'https://api.kennasecurity.com',
    secretSetting: 'integrations/kenna.token',
  }),
  setting('integrations/kenna.token', 'STRING', 'Name of the secret that holds the token of Kenna Security', {
    rule: isSecretName,
    secretSetting: 'integrations/kenna.token',
  }),
  setting('integrations/kenna.connector.id', 'STRING', 'Connector of Kenna Security'),

  setting('access-management/acl.enabled', 'BOOLEAN', 'Whether teams see only the projects they were given', {
    default: 'false',
    visibility: 'public',
    alsoNeeds: 'ACCESS_MANAGEMENT',
  }),

  setting(
    'risk-score/weight.history.enabled',
    'BOOLEAN',
    'Whether past risk scores are computed with new weights',
    {
      default: 'true',
    },
  ),
  setting('risk-score/weight.critical', 'INTEGER', 'Weight of a critical finding', {
    default: '10',
    rule: weight,
  }),
  setting('risk-score/weight.high', 'INTEGER', 'Weight of a high finding', { default: '5', rule: weight }),
  setting('risk-score/weight.medium', 'INTEGER', 'Weight of a medium finding', {
    default: '3',
    rule: weight,
  }),
  setting('risk-score/weight.low', 'INTEGER', 'Weight of a low finding', { default: '1', rule: weight }),
  setting('risk-score/weight.unassigned', 'INTEGER', 'Weight of a finding without severity', {
    default: '5',
    rule: weight,
  }),

  setting(
    'telemetry/submission.enabled',
    'BOOLEAN',
    'Whether usage figures are sent; nothing is sent by this release',
    {
      default: 'false',
    },
  ),
  setting('telemetry/last.submission.data', 'STRING', 'The usage figures sent last', { readOnly: true }),
  setting('telemetry/last.submission.epoch.seconds', 'INTEGER', 'When usage figures were sent last', {
    readOnly: true,
  }),
];

const byKey = new Map(knownSettings.map((known) => [settingKey(known.group, known.name), known]));

export function settingKey(group: string, name: string): string {
  return `${group}/${name}`;
}

export function findKnownSetting(group: string, name: string): KnownSetting | undefined {
  return byKey.get(settingKey(group, name));
}
