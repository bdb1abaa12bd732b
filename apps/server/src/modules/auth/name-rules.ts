import { AppError } from '../../platform/errors.ts';

/**
 * Control and format characters, among them those that are not seen or that turn the direction of writing, line
 * and paragraph separators, and halves of characters: with them a name looks like another one.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The name without surrounding spaces, if all of it can be seen. */
export function requireVisibleName(name: string, path: string): string {
  const trimmed = name.trim();
  if (!INVISIBLE.test(trimmed)) return trimmed;
  const message =
    'must not hold control characters, invisible ones or such that turn the direction of writing';
  throw new AppError('invalid', `The name ${message}.`, { errors: [{ path, message }] });
}

/** What to say when a name is not free because of `taken`, which may differ from it in case or merely look like it. */
export function describeTaken(kind: 'user' | 'team', wanted: string, taken = wanted): string {
  const rule = taken === wanted ? '' : `, and names must differ in more than ${MERE_DIFFERENCES[kind]}`;
  return `A ${kind} "${taken}" exists already${rule}. Choose another name.`;
}

const MERE_DIFFERENCES = {
  user: 'upper and lower case or letters that look alike',
  team: 'upper and lower case',
};
