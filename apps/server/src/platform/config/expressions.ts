// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions are what this file is about

export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly name: string; readonly fallback?: readonly Segment[] }
  | { readonly kind: 'file'; readonly path: readonly Segment[] };

export type ParsedExpression =
  | { readonly ok: true; readonly segments: readonly Segment[] }
  | { readonly ok: false; readonly why: string };

/**
 * `${other.property}`, `${other.property:default}` and `${file::path}`, also nested in a default or a path.
 * `$${` is a literal `${`.
 */
export function parseExpression(raw: string): ParsedExpression {
  const segments: Segment[] = [];
  let text = '';
  let position = 0;
  while (position < raw.length) {
    if (raw.startsWith('$${', position)) {
      text += '${';
      position += 3;
    } else if (raw.startsWith('${', position)) {
      const end = findClosingBrace(raw, position + 2);
      if (end === undefined) return { ok: false, why: UNCLOSED };
      const reference = parseReference(raw.slice(position + 2, end));
      if ('why' in reference) return { ok: false, why: reference.why };
      if (text !== '') segments.push({ kind: 'text', text });
      segments.push(reference);
      text = '';
      position = end + 1;
    } else {
      text += raw[position];
      position++;
    }
  }
  if (text !== '') segments.push({ kind: 'text', text });
  return { ok: true, segments };
}

export function hasExpression(raw: string): boolean {
  return raw.includes('${');
}

const UNCLOSED = 'an expression that starts with ${ is not closed with }; write $${ for a literal ${';

function findClosingBrace(raw: string, start: number): number | undefined {
  let depth = 1;
  for (let position = start; position < raw.length; position++) {
    if (raw.startsWith('${', position)) depth++;
    else if (raw[position] === '}') depth--;
    if (depth === 0) return position;
  }
  return undefined;
}

function parseReference(body: string): Segment | { readonly why: string } {
  const handler = /^([A-Za-z0-9-]+)::(.*)$/s.exec(body);
  if (handler) return parseHandler(handler[1] ?? '', handler[2] ?? '');
  const colon = body.indexOf(':');
  const name = (colon < 0 ? body : body.slice(0, colon)).trim();
  if (name === '' || name.includes('${')) {
    return { why: 'an expression needs a name, as in ${svc.data.directory}; write $${ for a literal ${' };
  }
  if (colon < 0) return { kind: 'reference', name };
  const fallback = parseExpression(body.slice(colon + 1));
  return fallback.ok ? { kind: 'reference', name, fallback: fallback.segments } : { why: fallback.why };
}

function parseHandler(name: string, argument: string): Segment | { readonly why: string } {
  if (name !== 'file') return { why: 'the only expression with :: is ${file::<path>}' };
  const path = parseExpression(argument.trim());
  if (!path.ok) return { why: path.why };
  return path.segments.length === 0
    ? { why: '${file::<path>} needs a path' }
    : { kind: 'file', path: path.segments };
}
