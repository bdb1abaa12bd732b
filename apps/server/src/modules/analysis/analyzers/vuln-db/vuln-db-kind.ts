import { destinationUrl, secretName } from '../../../settings/schema-members.ts';
import { type AnalyzerKind, requireWhenEnabled } from '../analyzer-kind.ts';
import { createVulnDbAnalyzer, signIn } from './vuln-db-analyzer.ts';

export const vulnDbKind: AnalyzerKind = {
  name: 'vuln-db',
  displayName: 'VulnDB',
  members: {
    enabled: { schema: { type: 'boolean', title: 'Enabled' }, property: 'svc.vuln-analyzer.vuln-db.enabled' },
    apiUrl: {
      schema: { ...destinationUrl, title: 'Address of VulnDB' },
      property: 'svc.vuln-analyzer.vuln-db.url',
    },
    oauth2ClientId: {
      schema: { type: 'string', title: 'Client id', minLength: 1, maxLength: 255 },
      property: 'svc.vuln-analyzer.vuln-db.client-id',
    },
    oauth2ClientSecret: {
      schema: { ...secretName, title: 'Secret with the client secret' },
      property: 'svc.vuln-analyzer.vuln-db.client-secret-name',
      valueProperty: 'svc.vuln-analyzer.vuln-db.client-secret',
    },
  },
  rules: requireWhenEnabled('apiUrl', 'oauth2ClientId'),
  addressMember: 'apiUrl',
  create: createVulnDbAnalyzer,
  check: async (deps) => {
    if (deps.settings.oauth2ClientId === undefined) return 'The client id is missing.';
    await signIn(deps);
    return undefined;
  },
};
