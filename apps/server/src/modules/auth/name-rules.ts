import { AppError } from '../../platform/errors.ts';

/**
 * Control and format characters (invisible ones and direction marks), line and paragraph separators, and lone
 * surrogates. With them, one name can look like another.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the trimmed name. Throws if it contains invisible characters. */
export function requireVisibleName(name: string, path: string): string {
  const trimmed = name.trim();
  if (!INVISIBLE.test(trimmed)) return trimmed;
  const message = 'must not contain control characters, invisible characters or direction marks';
  throw new AppError('invalid', `The name ${message}.`, { errors: [{ path, message }] });
}

/** Describes a name conflict. `taken` is the existing name, which may differ in case or only look the same. */
export function describeTaken(kind: 'user' | 'team', requested: string, taken = requested): string {
  const rule = taken === requested ? '' : `, and names must differ in more than ${MERE_DIFFERENCES[kind]}`;
  return `A ${kind} "${taken}" already exists${rule}. Choose another name.`;
}

const MERE_DIFFERENCES = {
  user: 'upper and lower case or letters that look alike',
  team: 'upper and lower case',
};
