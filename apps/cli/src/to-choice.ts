import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Accepts `not-affected` for `NOT_AFFECTED`. */
export function toChoice<T extends string>(text: string, values: readonly T[], what: string): T {
  const wanted = text.trim().toUpperCase().replaceAll(/[ -]/g, '_');
  const found = values.find((value) => value === wanted);
  if (found !== undefined) return found;
  const known = values.map((value) => value.toLowerCase().replaceAll('_', '-')).join(', ');
  throw new CommandError(EXIT.usage, `"${text}" is not a ${what}. Use one of ${known}.`);
}
