import type { Operation } from '@tallyman/contract';

interface TypedBody {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const BOUNDARY = 'boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** Malformed URL-encoded forms. */
export function badForms(members: readonly string[]): string[] {
  const values = ['', '%', '%zz', '%00', '%ED%A0%80', '%FF', '%0D%0A', '%F0%9F%92%A9', 'x'.repeat(5000)];
  const withAll = (pair: (member: string) => string) => members.map(pair).join('&');
  return [
    '',
    '&&&==&',
    '=',
    '\u0000',
    '{"username":"x"}',
    '__proto__=x&constructor=y',
    'a=1&'.repeat(5000),
    ...values.map((value) => withAll((member) => `${member}=${value}`)),
    withAll((member) => member),
    withAll((member) => `${member}=a&${member}=b`),
    withAll((member) => `${member}[]=a`),
    withAll((member) => `${member}[a][b]=c`),
  ];
}

/** Malformed multipart forms, or forms without a valid document. */
export function badParts(document: string): TypedBody[] {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const end = `--${BOUNDARY}--\r\n`;
  const bodies = [
    '',
    'x',
    '{}',
    end,
    `--${BOUNDARY}`,
    `--${BOUNDARY}\r\n\r\n\r\n${end}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="\u0000"\r\n\r\nx\r\n${end}`,
    `--${BOUNDARY}\r\n${'x'.repeat(100_000)}`,
    field(document, ''),
    field(document, '') + end,
    field(document, '{') + end,
    field(document, '{}') + field(document, '{}') + end,
    field('projectName', 'a\u0000b') + end,
    field('project', 'x') + field(document, '{}') + end,
    field('projectName', 'a') + field('projectName', 'b') + end,
    field('__proto__', 'x') + field('constructor', 'x') + end,
    field('projectName', 'x'.repeat(100_000)) + end,
    Array.from({ length: 200 }, (_, i) => field(`field ${i}`, 'x')).join('') + end,
  ];
  const noUtf8 = Buffer.from(field('projectName', 'x\u00ff') + end, 'latin1');
  return [
    ...[...bodies, noUtf8].map((body) => ({ type: MULTIPART, body })),
    { type: 'multipart/form-data', body: field(document, '{}') + end },
    { type: 'multipart/form-data; boundary=', body: field(document, '{}') + end },
    { type: 'multipart/form-data; boundary=other', body: field(document, '{}') + end },
  ];
}

/** Larger than the maximum body. The fields beside a document may have up to a megabyte. */
export function hugeBodyOf({ consumes = 'application/json', document }: Operation): TypedBody {
  const much = 'x'.repeat(document === undefined ? 300_000 : 2_000_000);
  if (consumes === 'application/json') return { type: consumes, body: JSON.stringify({ name: much }) };
  if (consumes !== 'multipart/form-data') return { type: consumes, body: `name=${much}` };
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="projectName"\r\n\r\n`;
  return { type: MULTIPART, body: `${head}${much}\r\n--${BOUNDARY}--\r\n` };
}
