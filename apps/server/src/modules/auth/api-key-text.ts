import { createHash, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUBLIC_ID_LENGTH = 8;
const SECRET_LENGTH = 32;

/** The two parts of an API key that count; the prefix is decoration. */
export interface ApiKeyParts {
  readonly publicId: string;
  readonly secret: string;
}

export function newApiKey(): ApiKeyParts {
  return { publicId: randomText(PUBLIC_ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

export function formatApiKey(prefix: string, { publicId, secret }: ApiKeyParts): string {
  return `${trimPrefix(prefix)}_${publicId}_${secret}`;
}

export function maskApiKey(prefix: string, publicId: string): string {
  return `${trimPrefix(prefix)}_${publicId}${'*'.repeat(SECRET_LENGTH)}`;
}

function trimPrefix(prefix: string): string {
  return prefix.replace(/_$/, '');
}

/**
 * Every way to read a text as an API key; none when it is no key at all. Keys of earlier releases and of the
 * systems people come from have shorter public ids, no separator or another prefix, and keep working. Two
 * readings are possible: `a_bcdef_…32` has a public id of its own, or a prefix that happens to look like one.
 */
export function parseApiKey(text: string): ApiKeyParts[] {
  return FORMS.flatMap((form) => {
    const [, publicId, secret] = form.exec(text) ?? [];
    return publicId && secret ? [{ publicId, secret }] : [];
  });
}

const FORMS = [
  /^(?:[\w-]{0,40}_)?([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/,
  /^(?:[\w-]{0,40}_)?([A-Za-z0-9]{5})_([A-Za-z0-9]{27}|[A-Za-z0-9]{32})$/,
  /^(?:[\w-]{0,40}_)?([A-Za-z0-9]{5})([A-Za-z0-9]{27})$/,
];

/** Public ids that a text may mean which is either a public id or a whole key. */
export function publicIdsOf(publicIdOrKey: string): string[] {
  return [publicIdOrKey, ...parseApiKey(publicIdOrKey).map((key) => key.publicId)];
}

/** SHA3-256, as in the system whose keys are carried over. A random secret needs neither salt nor slowness. */
export function hashApiKeySecret(secret: string): Buffer {
  return createHash('sha3-256').update(secret).digest();
}
