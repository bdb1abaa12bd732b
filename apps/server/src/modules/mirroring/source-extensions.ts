import type { PropertyName } from '../../platform/config/properties.ts';
import type { SettingsMember, SettingsMembers } from '../settings/extension-point.ts';
import { destinationUrl, secretName } from '../settings/schema-members.ts';

export const SOURCE_NAMES = ['nvd', 'osv', 'github', 'epss', 'kev', 'euvd'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

export const SOURCE_POINT = 'vuln-data-source';
/** Catalogues of known exploited vulnerabilities. */
export const KEV_POINT = 'kev-data-source';

/** A source at its extension point. */
interface SourceExtension {
  readonly point: typeof SOURCE_POINT | typeof KEV_POINT;
  readonly extension: string;
  readonly members: SettingsMembers;
  readonly addressMember: string;
  readonly secretMember?: string;
}

export const sourceExtensions: Readonly<Record<SourceName, SourceExtension>> = {
  nvd: {
    point: SOURCE_POINT,
    extension: 'nvd',
    addressMember: 'cveFeedsUrl',
    secretMember: 'apiKey',
    members: {
      enabled: flag('svc.vuln-data-source.nvd.enabled', 'Enabled'),
      cveFeedsUrl: address('svc.vuln-data-source.nvd.url', 'Address of the feeds or of the API'),
      apiKey: {
        schema: { ...secretName, title: 'Secret with the key of the API' },
        property: 'svc.vuln-data-source.nvd.api-key-secret',
        valueProperty: 'svc.vuln-data-source.nvd.api-key',
      },
    },
  },
  osv: {
    point: SOURCE_POINT,
    extension: 'osv',
    addressMember: 'dataUrl',
    members: {
      enabled: flag('svc.vuln-data-source.osv.enabled', 'Enabled'),
      aliasSyncEnabled: flag('svc.vuln-data-source.osv.alias-sync', 'Synchronise aliases'),
      incrementalMirroringEnabled: flag(
        'svc.vuln-data-source.osv.incremental',
        'Read changed records singly',
      ),
      dataUrl: address('svc.vuln-data-source.osv.url', 'Address of the data'),
      ecosystems: {
        schema: {
          type: 'array',
          title: 'Ecosystems',
          minItems: 1,
          uniqueItems: true,
          items: { type: 'string', pattern: '^([\\w .()+-]{1,100}|\\*)$' },
        },
        property: 'svc.vuln-data-source.osv.ecosystems',
      },
    },
  },
  github: {
    point: SOURCE_POINT,
    extension: 'github',
    addressMember: 'apiUrl',
    secretMember: 'apiToken',
    members: {
      enabled: flag('svc.vuln-data-source.github.enabled', 'Enabled'),
      aliasSyncEnabled: flag('svc.vuln-data-source.github.alias-sync', 'Synchronise aliases'),
      apiUrl: address('svc.vuln-data-source.github.url', 'Address of the GraphQL API'),
      apiToken: {
        schema: { ...secretName, title: 'Secret with the token' },
        property: 'svc.vuln-data-source.github.token-secret',
        valueProperty: 'svc.vuln-data-source.github.token',
      },
      appId: {
        schema: {
          type: 'string',
          title: 'Id of a GitHub App, instead of a token',
          pattern: '^[\\w.]{1,64}$',
        },
        property: 'svc.vuln-data-source.github.app-id',
      },
      installationId: {
        schema: { type: 'string', title: 'Id of the installation of the App', pattern: '^\\d{1,20}$' },
        property: 'svc.vuln-data-source.github.app-installation-id',
      },
      appPrivateKey: {
        schema: { ...secretName, title: 'Secret with the private key of the App' },
        property: 'svc.vuln-data-source.github.app-private-key-secret',
        valueProperty: 'svc.vuln-data-source.github.app-private-key',
      },
    },
  },
  epss: {
    point: SOURCE_POINT,
    extension: 'epss',
    addressMember: 'feedsUrl',
    members: {
      enabled: flag('svc.vuln-data-source.epss.enabled', 'Enabled'),
      feedsUrl: address('svc.vuln-data-source.epss.url', 'Address of the scores'),
    },
  },
  kev: {
    point: KEV_POINT,
    extension: 'cisa',
    addressMember: 'feedUrl',
    members: {
      enabled: flag('svc.vuln-data-source.kev.enabled', 'Enabled'),
      feedUrl: address('svc.vuln-data-source.kev.url', 'Address of the catalogue'),
    },
  },
  euvd: {
    point: KEV_POINT,
    extension: 'enisa',
    addressMember: 'feedUrl',
    members: {
      enabled: flag('svc.vuln-data-source.euvd.enabled', 'Enabled'),
      feedUrl: address('svc.vuln-data-source.euvd.url', 'Address of the catalogue'),
    },
  },
};

function flag(property: PropertyName, title: string): SettingsMember {
  return { schema: { type: 'boolean', title }, property };
}

function address(property: PropertyName, title: string): SettingsMember {
  return { schema: { ...destinationUrl, title }, property };
}
