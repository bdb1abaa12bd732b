import type { NativeConstraint } from './native-constraint.ts';

const interval = /([[(])\s*([^\s,[\]()]*)\s*(?:(,)\s*([^\s,[\]()]*)\s*)?([\])])\s*,?\s*/y;
const bareVersion = /^[^\s,[\]()]+$/;

/** Intervals as Maven and NuGet write them: `[1.0,2.0)`, `(,1.0]`, `[1.0]`; a bare version is a lower bound. */
export function parseIntervalRange(range: string): NativeConstraint[] | undefined {
  const text = range.trim();
  if (bareVersion.test(text)) return [{ comparator: '>=', version: text }];
  const constraints: NativeConstraint[] = [];
  for (let i = 0; i < text.length; i = interval.lastIndex) {
    interval.lastIndex = i;
    const match = interval.exec(text);
    if (!match) return undefined;
    constraints.push(...toConstraints(match));
  }
  return constraints.length > 0 ? constraints : undefined;
}

function toConstraints([, open, from = '', comma, to = '', close]: RegExpExecArray): NativeConstraint[] {
  if (comma === undefined) return from === '' ? [] : [{ comparator: '=', version: from }];
  const constraints: NativeConstraint[] = [];
  if (from !== '') constraints.push({ comparator: open === '[' ? '>=' : '>', version: from });
  if (to !== '') constraints.push({ comparator: close === ']' ? '<=' : '<', version: to });
  return constraints;
}
