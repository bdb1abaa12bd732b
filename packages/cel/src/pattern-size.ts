/** Unicode classes are long lists of ranges. */
const PROPERTY_CLASS = 10;

const REPETITION = /\{(\d{1,4})(?:(,)(\d{0,4}))?\}/y;
const ESCAPE = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|Q[\s\S]*?(?:\\E|$)|[\s\S]|$)/y;
const CLASS = /\[\^?\]?(?:\\[pP]\{[^}]*\}|\\[\s\S]|\[:\w*:\]|[^\]\\])*\]?/y;

/**
 * An upper estimate of the number of RE2 instructions, without compiling: nested repetitions multiply, and compiling
 * takes time proportional to the result.
 */
export function estimatePatternSize(pattern: string): number {
  /** The sizes of the open groups, innermost last. */
  const sums = [0];
  let atom = 0;
  const add = (size: number): void => {
    atom = size;
    sums.push((sums.pop() ?? 0) + size);
  };
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at];
    const repetition = char === '{' ? take(REPETITION, pattern, at) : undefined;
    if (repetition) {
      const size = atom * (timesOf(repetition) - 1);
      add(size);
      atom += size;
      at += repetition[0].length;
      continue;
    }
    const token = takeToken(pattern, at);
    at += token.length;
    if (char === '(') sums.push(0);
    else if (char === ')') add((sums.length > 1 ? (sums.pop() ?? 0) : 0) + 2);
    else add(/\\[pP]/.test(token) ? PROPERTY_CLASS : token.startsWith('\\Q') ? token.length : 1);
  }
  return sums.reduce((total, sum) => total + sum, 0);
}

function takeToken(pattern: string, at: number): string {
  const rule = pattern[at] === '\\' ? ESCAPE : pattern[at] === '[' ? CLASS : undefined;
  return (rule && take(rule, pattern, at)?.[0]) || (pattern[at] ?? ' ');
}

function take(rule: RegExp, pattern: string, at: number): RegExpExecArray | undefined {
  rule.lastIndex = at;
  return rule.exec(pattern) ?? undefined;
}

function timesOf([, least, isRange, most]: RegExpExecArray): number {
  if (!isRange) return Number(least);
  return most ? Number(most) : Number(least) + 1;
}
