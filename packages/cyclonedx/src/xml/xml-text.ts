/** Characters that XML 1.0 cannot represent: control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const SUSPICIOUS_ATTRIBUTE = /[\u0000-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;

const REPLACEMENT = '\ufffd';

/** Escapes the text of an element. */
export function escapeText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(FORBIDDEN, REPLACEMENT)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/**
 * Escapes an attribute value in double quotes. Line breaks become character references, because parsers read them as
 * spaces.
 */
export function escapeAttribute(text: string): string {
  if (!SUSPICIOUS_ATTRIBUTE.test(text)) return text;
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
