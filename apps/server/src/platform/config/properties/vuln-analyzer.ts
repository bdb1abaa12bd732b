import { property } from '../property.ts';
import { boolean, secretText, text, url } from '../value-types.ts';

export const vulnAnalyzerProperties = {
  'svc.vuln-analyzer.oss-index.enabled': property(boolean, {
    default: false,
    description:
      'Whether package URLs of components are looked up at OSS Index. Those of internal components never are.',
  }),
  'svc.vuln-analyzer.oss-index.url': property(url(['https', 'http'], 'https://ossindex.sonatype.org'), {
    default: 'https://ossindex.sonatype.org',
    description: 'Address of OSS Index.',
  }),
  'svc.vuln-analyzer.oss-index.username': property(text, {
    description: 'User name for OSS Index. If unset, only the token is sent.',
  }),
  'svc.vuln-analyzer.oss-index.token': property(secretText, { description: 'API token of OSS Index.' }),
  'svc.vuln-analyzer.oss-index.token-secret': property(text, {
    description:
      'Name of the secret (`/api/v2/secrets`) that contains the API token of OSS Index. Overrides the token itself.',
  }),
  'svc.vuln-analyzer.oss-index.alias-sync': property(boolean, {
    default: false,
    description: 'Whether ids of OSS Index are aliases of the CVE that OSS Index reports with them.',
  }),
  'svc.vuln-analyzer.trivy.enabled': property(boolean, {
    default: false,
    description:
      'Whether package URLs of components are sent to a Trivy server. Those of internal components never are.',
  }),
  'svc.vuln-analyzer.trivy.url': property(url(['https', 'http'], 'http://trivy.internal:4954'), {
    description: 'Address of the Trivy server.',
  }),
  'svc.vuln-analyzer.trivy.token': property(secretText, { description: 'Token of the Trivy server.' }),
  'svc.vuln-analyzer.trivy.token-secret': property(text, {
    description:
      'Name of the secret that contains the token of the Trivy server. Overrides the token itself.',
  }),
  'svc.vuln-analyzer.trivy.ignore-unfixed': property(boolean, {
    default: false,
    description: 'Whether vulnerabilities that have no fix are left out.',
  }),
  'svc.vuln-analyzer.trivy.scan-library': property(boolean, {
    default: true,
    description: 'Whether libraries are sent.',
  }),
  'svc.vuln-analyzer.trivy.scan-os': property(boolean, {
    default: false,
    description:
      'Whether packages of operating systems are sent. Their package URL needs the qualifier `distro`.',
  }),
};
