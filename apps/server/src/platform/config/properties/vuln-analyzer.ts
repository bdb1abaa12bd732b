import { property } from '../property.ts';
import { boolean, secretText, text, url } from '../value-types.ts';

export const vulnAnalyzerProperties = {
  'svc.vuln-analyzer.oss-index.enabled': property(boolean, {
    default: false,
    description: 'Whether package URLs of components are looked up at OSS Index. Internal ones never are.',
  }),
  'svc.vuln-analyzer.oss-index.url': property(url(['https', 'http'], 'https://ossindex.sonatype.org'), {
    default: 'https://ossindex.sonatype.org',
    description: 'Where OSS Index is.',
  }),
  'svc.vuln-analyzer.oss-index.username': property(text, {
    description: 'User at OSS Index; without one the token alone signs in.',
  }),
  'svc.vuln-analyzer.oss-index.token': property(secretText, { description: 'API token of OSS Index.' }),
  'svc.vuln-analyzer.oss-index.token-secret': property(text, {
    description:
      'Name of the secret (`/api/v2/secrets`) that is the API token of OSS Index; it goes before the token itself.',
  }),
  'svc.vuln-analyzer.oss-index.alias-sync': property(boolean, {
    default: false,
    description: 'Whether the ids of OSS Index count as other names of the CVE that it names beside them.',
  }),
};
