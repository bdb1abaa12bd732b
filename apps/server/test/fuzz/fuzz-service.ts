import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipOf } from '../support/zip-of.ts';
import { FUZZ_CLIENT_ID, findProviderDocument } from './fuzz-provider.ts';

const BUNDLE = zipOf({
  'policy.yaml':
    'apiVersion: v1.0\ntype: Vulnerability Policy\nname: bundled\ncondition: vuln.id == "CVE-2002-1"\n' +
    'analysis:\n  state: NOT_AFFECTED\n',
});

/** Accepts webhooks, and serves an empty catalogue, a policy bundle and an OpenID Connect provider, so that nothing is sent to the internet. */
export async function serveFuzzFeeds(): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    request.resume();
    const document = findProviderDocument(`http://${request.headers.host}`, request.url ?? '');
    if (request.url?.endsWith('.zip')) response.end(BUNDLE);
    else if (document) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
    else response.writeHead(request.method === 'GET' ? 404 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const FUZZ_SETTINGS = (feeds: string): Record<string, string> => ({
  // The run sets the address of each request, see `addressOf`.
  'svc.http.trusted-proxies': '127.0.0.1',
  'svc.outgoing-http.allow': '127.0.0.1',
  'svc.oidc.enabled': 'true',
  'svc.oidc.issuer': feeds,
  'svc.oidc.client-id': FUZZ_CLIENT_ID,
  'svc.oidc.user-provisioning': 'true',
  'svc.vuln-data-source.osv.enabled': 'true',
  'svc.vuln-data-source.osv.ecosystems': 'npm',
  'svc.vuln-data-source.osv.cron': '-',
  'svc.vuln-data-source.kev.enabled': 'true',
  'svc.vulnerability.policy.bundle.url': `${feeds}/bundle.zip`,
  'svc.task.vulnerability-policy-bundle-sync.cron': '0 0 1 1 *',
  ...Object.fromEntries(
    ['nvd', 'osv', 'github', 'epss', 'kev', 'euvd'].map((name) => [
      `svc.vuln-data-source.${name}.url`,
      feeds,
    ]),
  ),
});
