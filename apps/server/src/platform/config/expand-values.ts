import { parseExpression, type Segment } from './expressions.ts';
import { type FileValue, readFileValue } from './file-value.ts';
import type { ValueContext } from './value-type.ts';
import { resolvePath } from './value-types.ts';

type Expanded =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly why: string;
      /** The same without any part of the text, for properties whose text is a secret. */
      readonly discreetly: string;
    };

export interface ExpansionSources {
  readonly context: ValueContext;
  /** The unexpanded text of a name, with the key by which a circular reference is recognised. */
  find(name: string): { readonly raw: string; readonly key: string } | undefined;
}

export type Expand = (raw: string, key: string) => Expanded;

/** Replaces expressions in values. Each file is read once. */
export function createExpander(sources: ExpansionSources): Expand {
  const files = new Map<string, FileValue>();

  function expand(raw: string, trail: readonly string[]): Expanded {
    const parsed = parseExpression(raw);
    return parsed.ok ? join(parsed.segments, trail) : failed(parsed.why);
  }

  function join(segments: readonly Segment[], trail: readonly string[]): Expanded {
    let text = '';
    for (const segment of segments) {
      const part = expandSegment(segment, trail);
      if (!part.ok) return part;
      text += part.text;
    }
    return { ok: true, text };
  }

  function expandSegment(segment: Segment, trail: readonly string[]): Expanded {
    if (segment.kind === 'text') return { ok: true, text: segment.text };
    if (segment.kind === 'reference') return expandReference(segment.name, segment.fallback, trail);
    const path = join(segment.path, trail);
    return path.ok ? readOnce(resolvePath(path.text, sources.context)) : path;
  }

  function expandReference(
    name: string,
    fallback: readonly Segment[] | undefined,
    trail: readonly string[],
  ): Expanded {
    const target = sources.find(name);
    if (!target || target.raw === '') return fallback ? join(fallback, trail) : failed(notSet(name), NOT_SET);
    if (trail.includes(target.key)) return failed(`it refers to itself through ${bracket(name)}`, CIRCLE);
    return expand(target.raw, [...trail, target.key]);
  }

  function readOnce(path: string): Expanded {
    const known = files.get(path) ?? readFileValue(path);
    files.set(path, known);
    return known.ok ? known : failed(known.why);
  }

  return (raw, key) => expand(raw, [key]);
}

const NOT_SET = 'it refers to a name that is not set; write $${ for a literal ${';
const CIRCLE = 'it refers to itself';

function notSet(name: string): string {
  return `it refers to ${bracket(name)}, which is not set; write $\${ for a literal \${`;
}

function bracket(name: string): string {
  return `\${${name}}`;
}

function failed(why: string, discreetly = why): Expanded {
  return { ok: false, why, discreetly };
}
