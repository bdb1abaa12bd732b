import { property } from '../property.ts';
import { boolean, secretText, text, url } from '../value-types.ts';

export const vulnAnalyzerProperties = {
  'svc.vuln-analyzer.internal.enabled': property(boolean, {
    default: true,
    description: 'Whether components are matched with the vulnerabilities that the service has mirrored.',
  }),
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
  'svc.vuln-analyzer.snyk.enabled': property(boolean, {
    default: false,
    description:
      'Whether package URLs of components are looked up at Snyk. Those of internal components never are.',
  }),
  'svc.vuln-analyzer.snyk.url': property(url(['https', 'http'], 'https://api.snyk.io'), {
    default: 'https://api.snyk.io',
    description: 'Address of the API of Snyk.',
  }),
  'svc.vuln-analyzer.snyk.org-id': property(text, { description: 'Id of the organisation at Snyk.' }),
  'svc.vuln-analyzer.snyk.token': property(secretText, { description: 'API token of Snyk.' }),
  'svc.vuln-analyzer.snyk.token-secret': property(text, {
    description: 'Name of the secret that contains the API token of Snyk. Overrides the token itself.',
  }),
  'svc.vuln-analyzer.snyk.api-version': property(text, {
    default: '2025-11-05',
    description: 'Version of the API of Snyk.',
  }),
  'svc.vuln-analyzer.snyk.alias-sync': property(boolean, {
    default: false,
    description: 'Whether ids of Snyk are aliases of the CVE and GHSA ids that Snyk reports with them.',
  }),
  'svc.vuln-analyzer.vuln-db.enabled': property(boolean, {
    default: false,
    description:
      'Whether CPE names of components are looked up at VulnDB. Those of internal components never are.',
  }),
  'svc.vuln-analyzer.vuln-db.url': property(url(['https', 'http'], 'https://vulndb.flashpoint.io'), {
    default: 'https://vulndb.flashpoint.io',
    description: 'Address of VulnDB.',
  }),
  'svc.vuln-analyzer.vuln-db.client-id': property(text, { description: 'OAuth 2 client id of VulnDB.' }),
  'svc.vuln-analyzer.vuln-db.client-secret': property(secretText, {
    description: 'OAuth 2 client secret of VulnDB.',
  }),
  'svc.vuln-analyzer.vuln-db.client-secret-name': property(text, {
    description:
      'Name of the secret that contains the OAuth 2 client secret of VulnDB. Overrides the client secret itself.',
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
