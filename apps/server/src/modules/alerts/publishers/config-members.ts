/**
 * Members that several publishers have in their configuration, as JSON Schema. An address names a host, and no
 * password: those are secrets.
 */
export const destinationUrl = {
  type: 'string',
  title: 'Address to post to',
  maxLength: 2048,
  pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:\\[\\]\\\\]+)(:\\d{1,5})?([/?#][^\\s\\x00-\\x1f]*)?$',
} as const;

/** Secrets stand in no configuration: it names them. */
export const secretName = {
  type: 'string',
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  'x-secret-ref': true,
} as const;

/** Headers that belong to the connection, or that we say ourselves: nobody sets them. */
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

export const HEADER_NAME = `^(?!(${RESERVED_HEADERS.map(inAnyCase).join('|')})$)[A-Za-z0-9!#$%&'*+.^_\`|~-]{1,255}$`;

/** Patterns of JSON Schema cannot be told to ignore case. */
function inAnyCase(name: string): string {
  return name.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
