import { VersError } from './vers.ts';

/** What has a meaning of its own in a version range specifier, and all that is no printable ASCII. */
const reserved = /[><=!*|%]|[^!-~]/gu;
const utf8 = new TextEncoder();
const triplets = /%(?:([0-9A-F]{2})|([0-9A-Fa-f]{2}))?/g;
const unreserved = /[A-Za-z0-9._~-]/;

export function encodeVersion(version: string): string {
  return version.replace(reserved, (character) => Array.from(utf8.encode(character), encodeOctet).join(''));
}

/** Decodes once. Refuses broken triplets and those that canonical text does not have. */
export function decodeVersion(text: string): string {
  if (!text.includes('%')) return text;
  for (const [, canonical, other] of text.matchAll(triplets)) {
    if (canonical === undefined && other === undefined) throw invalid();
    if (canonical === undefined || !isCanonicalOctet(Number.parseInt(canonical, 16))) {
      throw new VersError('non-canonical VERS: percent-encoding in version is not canonical');
    }
  }
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid();
  }
}

/** Decodes what can be decoded and leaves the rest. */
export function decodeVersionLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isCanonicalOctet(octet: number): boolean {
  return octet >= 0x20 && octet !== 0x7f && !unreserved.test(String.fromCharCode(octet));
}

function encodeOctet(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
}

function invalid(): VersError {
  return new VersError('non-canonical VERS: invalid percent-encoding in version');
}
