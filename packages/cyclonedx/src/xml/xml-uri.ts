/** Characters that XML Schema allows in xs:anyURI. libxml2 replaces them before it applies RFC 3986. */
const TOLERATED = /[ <>"{}|\\^`]/g;

const PCHAR = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})";
const PCHAR_NO_COLON = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=@]|%[0-9A-Fa-f]{2})";
const QUERY = `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`;
const USER = "(?:(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?";
const HOST = "(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)";
const AUTHORITY_PATH = `//${USER}${HOST}(?::[0-9]{1,8})?(?:/${PCHAR}*)*`;
const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?:${AUTHORITY_PATH}|/?(?:${PCHAR}+(?:/${PCHAR}*)*)?)${QUERY}$`,
);
const RELATIVE = new RegExp(
  `^(?:${AUTHORITY_PATH}|/(?:${PCHAR}+(?:/${PCHAR}*)*)?|(?:${PCHAR_NO_COLON}+(?:/${PCHAR}*)*)?)${QUERY}$`,
);

function isXmlUri(text: string): boolean {
  const shown = text.replace(TOLERATED, '_');
  return URI.test(shown) || RELATIVE.test(shown);
}

function percent(character: string): string {
  return encodeURIComponent(character).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Escapes characters that are not allowed in URIs. `%` is escaped only if it does not start an escape. */
function escapeCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/?#%]/gu, percent);
}

function escapeLaterHashes(text: string): string {
  const first = text.indexOf('#');
  return first < 0 ? text : text.slice(0, first + 1) + text.slice(first + 1).replaceAll('#', '%23');
}

/**
 * Converts an address to xs:anyURI: returns it unchanged if it is valid, otherwise escapes the invalid characters. JSON
 * allows `git@host:path`, brackets and non-ASCII letters in addresses, XML does not.
 */
export function toXmlUri(address: string): string {
  // xs:anyURI collapses white space before validation.
  const text = address.replaceAll(/[\t\n\r ]+/g, ' ').trim();
  if (isXmlUri(text)) return text;
  const escaped = escapeLaterHashes(escapeCharacters(text));
  if (isXmlUri(escaped)) return escaped;
  const withoutColons = escaped.replaceAll(':', '%3A').replaceAll(/^\/\//g, '/%2F');
  return isXmlUri(withoutColons) ? withoutColons : withoutColons.replaceAll(/[/?#]/g, percent);
}
