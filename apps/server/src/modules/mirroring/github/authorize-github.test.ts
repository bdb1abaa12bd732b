import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { toAppToken, toRestUrl } from './authorize-github.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = new Date(1_800_000_000_000);

test.each([
  ['https://api.github.com/graphql', 'https://api.github.com'],
  ['https://api.github.com/graphql/', 'https://api.github.com'],
  ['https://git.example.org/api/graphql', 'https://git.example.org/api/v3'],
  ['http://127.0.0.1:8080/graphql', 'http://127.0.0.1:8080'],
])('the REST API of %s is %s', (graphql, rest) => {
  expect(toRestUrl(graphql)).toBe(rest);
});

test.each(['pkcs1', 'pkcs8'] as const)('an App signs its id and a short validity with a %s key', (type) => {
  const pem = privateKey.export({ type, format: 'pem' }).toString();
  const [head = '', claims = '', signature = ''] = toAppToken(
    { id: '12', installationId: '34', privateKey: pem },
    NOW,
  ).split('.');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(decode(head)).toEqual({ alg: 'RS256', typ: 'JWT' });
  expect(decode(claims)).toEqual({ iss: '12', iat: 1_799_999_940, exp: 1_800_000_540 });
  const content = Buffer.from(`${head}.${claims}`);
  const isValid = verify('RSA-SHA256', content, createPublicKey(pem), Buffer.from(signature, 'base64url'));
  expect(isValid).toBe(true);
});

test('a key that cannot be read is refused without quoting it', () => {
  const elliptic = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  for (const key of ['very secret', elliptic]) {
    const sign = () => toAppToken({ id: '12', installationId: '34', privateKey: key }, NOW);
    expect(sign).toThrow(
      /^The private key of the GitHub App cannot be read\. Use the PEM file that GitHub created for the App\.$/,
    );
  }
});
