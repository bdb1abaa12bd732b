/** The delimiters of a version range specifier, and every character that is not printable ASCII. */
const reserved = /[><=!*|%]|[^!-~]/gu;
const utf8 = new TextEncoder();

export function encodeVersion(version: string): string {
  return version.replace(reserved, (character) => Array.from(utf8.encode(character), encodeOctet).join(''));
}

/** Returns the text unchanged if its percent encoding is invalid. */
export function decodeVersion(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodeOctet(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
}
