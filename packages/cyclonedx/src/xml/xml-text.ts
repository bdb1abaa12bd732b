/** What XML 1.0 cannot hold in any form: control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const SUSPICIOUS = /[\u0000-\u0008\u000b-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const SUSPICIOUS_ATTRIBUTE = /[\u0000-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;

const REPLACEMENT = '\ufffd';

/** The text as character data of an element. */
export function escapeText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(FORBIDDEN, REPLACEMENT)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** The text as an attribute value in double quotes; line breaks would be read as spaces and are written as references. */
export function escapeAttribute(text: string): string {
  if (!SUSPICIOUS_ATTRIBUTE.test(text)) return text;
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
