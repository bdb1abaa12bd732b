import { destinationUrl, secretName } from '../../../settings/schema-members.ts';
import { type AnalyzerDeps, type AnalyzerKind, requireWhenEnabled } from '../analyzer-kind.ts';
import { askOssIndex, createOssIndexAnalyzer, type OssIndexSettings } from './oss-index-analyzer.ts';

export const ossIndexKind: AnalyzerKind = {
  name: 'oss-index',
  displayName: 'OSS Index',
  members: {
    enabled: {
      schema: { type: 'boolean', title: 'Enabled' },
      property: 'svc.vuln-analyzer.oss-index.enabled',
    },
    aliasSyncEnabled: {
      schema: { type: 'boolean', title: 'Synchronise aliases' },
      property: 'svc.vuln-analyzer.oss-index.alias-sync',
    },
    apiUrl: {
      schema: { ...destinationUrl, title: 'Address of OSS Index' },
      property: 'svc.vuln-analyzer.oss-index.url',
    },
    username: {
      schema: { type: 'string', title: 'User name', maxLength: 255 },
      property: 'svc.vuln-analyzer.oss-index.username',
    },
    apiToken: {
      schema: { ...secretName, title: 'Secret with the API token' },
      property: 'svc.vuln-analyzer.oss-index.token-secret',
      valueProperty: 'svc.vuln-analyzer.oss-index.token',
    },
  },
  rules: requireWhenEnabled('apiUrl'),
  addressMember: 'apiUrl',
  create: (deps) => createOssIndexAnalyzer(deps.http, deps.cache, toSettings(deps)),
  check: async (deps) => {
    await askOssIndex(deps.http, toSettings(deps), ['pkg:npm/left-pad@1.3.0']);
    return undefined;
  },
};

function toSettings({ settings, findSecret }: AnalyzerDeps): OssIndexSettings {
  const { apiUrl, username, aliasSyncEnabled } = settings;
  return {
    url: String(apiUrl),
    username: typeof username === 'string' ? username : undefined,
    findToken: () => findSecret('apiToken'),
    syncsAliases: aliasSyncEnabled === true,
  };
}
