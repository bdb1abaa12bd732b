import { estimatePatternSize } from '@tallyman/cel';
import { RE2JS } from 're2js';

/** Returns what the value must be, or undefined if it is valid. */
export type ValueRule = (value: string) => string | undefined;

export function oneOf(...allowed: string[]): ValueRule {
  return (value) => (allowed.includes(value) ? undefined : `must be one of ${allowed.join(', ')}`);
}

interface Bounds {
  readonly min: number;
  readonly max?: number;
}

export function whole({ min, max = Number.MAX_SAFE_INTEGER }: Bounds): ValueRule {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `between ${min} and ${max}`;
  return (value) => (Number(value) >= min && Number(value) <= max ? undefined : `must be ${range}`);
}

/** A setting contains the name of a secret, never the secret. */
export const isSecretName: ValueRule = (value) =>
  /^[a-zA-Z0-9_-]{1,64}$/.test(value)
    ? undefined
    : 'must be the name of a secret: up to 64 letters, digits, - and _';

export const isTextListJson: ValueRule = (value) => {
  const parsed = parseJson(value);
  const isTextList = Array.isArray(parsed) && parsed.every((item) => typeof item === 'string');
  return isTextList ? undefined : 'must be a JSON list of texts, for example ["first", "second"]';
};

const MAX_EXPRESSION_LENGTH = 10_000;

/** Instructions of a compiled pattern. Nested repetitions would take minutes to compile. */
const MAX_PATTERN_INSTRUCTIONS = 10_000;

/** RE2 syntax, which runs in linear time and has no look-around and no back-references. */
export const isRegularExpression: ValueRule = (value) => {
  if (value.length > MAX_EXPRESSION_LENGTH) return `must be at most ${MAX_EXPRESSION_LENGTH} characters long`;
  if (estimatePatternSize(value) > MAX_PATTERN_INSTRUCTIONS)
    return 'is too large: write fewer or smaller repetitions';
  try {
    RE2JS.compile(value);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be parsed';
    return `must be a regular expression in the syntax of RE2: ${reason}`;
  }
};

export const isObjectJson: ValueRule = (value) => {
  const parsed = parseJson(value);
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isObject ? undefined : 'must be a JSON object, for example {}';
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
