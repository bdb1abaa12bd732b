import { destinationUrl, secretName } from '../../../settings/schema-members.ts';
import { type AnalyzerKind, requireWhenEnabled } from '../analyzer-kind.ts';
import { askSnyk, createSnykAnalyzer } from './snyk-analyzer.ts';

export const snykKind: AnalyzerKind = {
  name: 'snyk',
  displayName: 'Snyk',
  members: {
    enabled: { schema: { type: 'boolean', title: 'Enabled' }, property: 'svc.vuln-analyzer.snyk.enabled' },
    aliasSyncEnabled: {
      schema: { type: 'boolean', title: 'Synchronise aliases' },
      property: 'svc.vuln-analyzer.snyk.alias-sync',
    },
    apiBaseUrl: {
      schema: { ...destinationUrl, title: 'Address of Snyk' },
      property: 'svc.vuln-analyzer.snyk.url',
    },
    orgId: {
      schema: { type: 'string', title: 'Id of the organisation', minLength: 1, maxLength: 255 },
      property: 'svc.vuln-analyzer.snyk.org-id',
    },
    apiToken: {
      schema: { ...secretName, title: 'Secret with the API token' },
      property: 'svc.vuln-analyzer.snyk.token-secret',
      valueProperty: 'svc.vuln-analyzer.snyk.token',
    },
    apiVersion: {
      schema: { type: 'string', title: 'Version of the API', pattern: '^\\d{4}-\\d\\d-\\d\\d(~\\w+)?$' },
      property: 'svc.vuln-analyzer.snyk.api-version',
    },
  },
  rules: requireWhenEnabled('apiBaseUrl', 'orgId'),
  addressMember: 'apiBaseUrl',
  create: createSnykAnalyzer,
  check: async (deps) => {
    if (deps.settings.orgId === undefined) return 'The id of the organisation is missing.';
    await askSnyk(deps, ['pkg:npm/left-pad@1.3.0']);
    return undefined;
  },
};
