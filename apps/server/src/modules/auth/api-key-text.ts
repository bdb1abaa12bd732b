import { createHash, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUBLIC_ID_LENGTH = 8;
const SECRET_LENGTH = 32;

/** The two significant parts of an API key. The prefix is not significant. */
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
 * Returns every reading of a text as an API key, or none if it is not a key. Keys of earlier releases and of other
 * systems have shorter public ids, no separator or another prefix, and keep working. A text can have two readings: in
 * `a_bcdef_…32`, `bcdef` is the public id or part of the prefix.
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

/** Returns the public ids that a public id or a whole key may refer to. */
export function listPublicIds(publicIdOrKey: string): string[] {
  return [publicIdOrKey, ...parseApiKey(publicIdOrKey).map((key) => key.publicId)];
}

/** SHA3-256, for compatibility with migrated keys. A random secret needs neither a salt nor a slow hash. */
export function hashApiKeySecret(secret: string): Buffer {
  return createHash('sha3-256').update(secret).digest();
}
