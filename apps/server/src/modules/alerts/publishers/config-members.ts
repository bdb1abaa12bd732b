/** JSON Schema members that several publishers share. A URL may not contain a password: passwords are secrets. */
export const destinationUrl = {
  type: 'string',
  title: 'Address to post to',
  maxLength: 2048,
  pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:\\[\\]\\\\]+)(:\\d{1,5})?([/?#][^\\s\\x00-\\x1f]*)?$',
} as const;

/** A configuration names secrets, it never contains them. */
export const secretName = {
  type: 'string',
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  'x-secret-ref': true,
} as const;

/** Headers of the connection, and those that we set ourselves. A configuration may not set them. */
const RESERVED_HEADERS = [
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
];

export const HEADER_NAME = `^(?!(${RESERVED_HEADERS.map(ignoreCase).join('|')})$)[A-Za-z0-9!#$%&'*+.^_\`|~-]{1,255}$`;

/** Patterns of JSON Schema have no flag to ignore case. */
function ignoreCase(name: string): string {
  return name.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
