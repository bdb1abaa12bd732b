import { type Cpe, CpeError } from './cpe.ts';
import { isFormattedString, parseFormattedString } from './formatted-string.ts';
import { isUri, parseUri } from './uri.ts';

/**
 * Parses a name in either binding (`cpe:2.3:a:…` or `cpe:/a:…`). Throws a `CpeError` if the text is not a CPE name.
 *
 * `lenient` accepts unescaped punctuation and surrounding white space, which are common in published data.
 */
export function parseCpe(text: string, mode: 'strict' | 'lenient' = 'strict'): Cpe {
  const lenient = mode === 'lenient';
  const name = lenient ? text.trim() : text;
  if (isFormattedString(name)) return parseFormattedString(name, lenient);
  if (isUri(name)) return parseUri(name, lenient);
  throw new CpeError("a CPE name starts with 'cpe:2.3:' or 'cpe:/'");
}

/** Parses a name leniently. Returns undefined if the text is not a CPE name. */
export function findCpe(text: string): Cpe | undefined {
  return tryParseCpe(text, 'lenient');
}

/** Whether the text is a CPE name as the specification requires it. */
export function isCpe(text: string): boolean {
  return tryParseCpe(text, 'strict') !== undefined;
}

function tryParseCpe(text: string, mode: 'strict' | 'lenient'): Cpe | undefined {
  try {
    return parseCpe(text, mode);
  } catch (error) {
    if (error instanceof CpeError) return undefined;
    throw error;
  }
}
