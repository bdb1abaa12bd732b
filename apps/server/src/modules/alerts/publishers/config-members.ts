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
