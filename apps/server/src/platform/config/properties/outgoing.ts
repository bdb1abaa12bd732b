import { property } from '../property.ts';
import { secondsToMilliseconds } from '../unit-conversions.ts';
import { host, milliseconds, port, secretText, text, tokenList, url } from '../value-types.ts';

const carriedOver = { carriedOver: true } as const;

export const outgoingProperties = {
  'svc.vulnerability.policy.bundle.url': property(url(['https', 'http'], 'https://example.com/bundle.zip'), {
    ...carriedOver,
    synonyms: ['vuln-policy-bundle.url'],
    description: 'Address of the vulnerability policy bundle, fetched over HTTP(S).',
  }),
  'svc.vulnerability.policy.bundle.auth.username': property(text, {
    ...carriedOver,
    synonyms: ['vuln-policy-bundle.auth.username'],
    description: 'User name for the bundle.',
  }),
  'svc.vulnerability.policy.bundle.auth.password': property(secretText, {
    ...carriedOver,
    synonyms: ['vuln-policy-bundle.auth.password'],
    description: 'Password for the bundle.',
  }),
  'svc.vulnerability.policy.bundle.auth.bearer-token': property(secretText, {
    ...carriedOver,
    synonyms: ['vuln-policy-bundle.auth.bearer-token'],
    oldNames: ['vulnerability.policy.bundle.bearer.token'],
    description: 'Token for the bundle, instead of user name and password.',
  }),
  'svc.http.proxy.address': property(host, {
    ...carriedOver,
    synonyms: ['http.proxy.host'],
    description: 'Proxy for outgoing HTTP connections.',
  }),
  'svc.http.proxy.port': property(port, { ...carriedOver, description: 'Port of the proxy.' }),
  'svc.http.proxy.username': property(text, {
    ...carriedOver,
    synonyms: ['http.proxy.auth.username'],
    description: 'User name at the proxy.',
  }),
  'svc.http.proxy.password': property(secretText, {
    ...carriedOver,
    synonyms: ['http.proxy.auth.password'],
    description: 'Password at the proxy.',
  }),
  'svc.http.proxy.exclusions': property(tokenList, {
    ...carriedOver,
    default: [],
    synonyms: ['no.proxy'],
    description: 'Hosts that are reached without the proxy.',
  }),
  'svc.http.connect-timeout-ms': property(milliseconds(1), {
    ...carriedOver,
    default: 30_000,
    oldNames: [{ name: 'http.timeout.connection', conversion: secondsToMilliseconds }],
    description: 'Time limit for establishing an outgoing connection.',
  }),
  'svc.outgoing-http.allow': property(tokenList, {
    default: [],
    description:
      'Private hosts, addresses and CIDR ranges that addresses set by users may refer to, such as a chat server. The proxy and addresses in this configuration are always trusted.',
  }),
};
