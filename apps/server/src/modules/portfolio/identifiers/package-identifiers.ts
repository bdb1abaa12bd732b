import { AppError } from '../../../platform/errors.ts';
import { toPurl } from './package-url.ts';

/** The URI binding of CPE 2.2: up to seven components, the last ones optional. */
const CPE_22 = /^cpe:\/[aho]?(:[\w.~%!*()'-]*){0,6}$/i;

/** One attribute of the formatted string binding of CPE 2.3: any, not applicable, or text with escapes. */
const CPE_23_ATTRIBUTE = /^(\*|-|\?+|\?*\*?([\w.-]|\\[^\w\s])+\*?\?*)$/;
const CPE_23_ATTRIBUTES = 11;

export function isCpe(text: string): boolean {
  if (!/^cpe:2\.3:/i.test(text)) return CPE_22.test(text) && hasValidEscapes(text);
  const attributes = text.slice('cpe:2.3:'.length).split(/(?<!\\):/);
  return (
    attributes.length === CPE_23_ATTRIBUTES &&
    /^[aho*-]$/i.test(attributes[0] ?? '') &&
    attributes.every((attribute) => CPE_23_ATTRIBUTE.test(attribute))
  );
}

export function requireIdentifiers({ purl, cpe }: { purl?: string | null; cpe?: string | null }): void {
  if (purl && !toPurl(purl)) throw invalid('purl', 'a package URL such as pkg:npm/%40scope/name@1.0.0');
  if (cpe && !isCpe(cpe))
    throw invalid('cpe', 'a CPE 2.2 or 2.3 such as cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*');
}

function hasValidEscapes(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}

function invalid(member: string, expected: string): AppError {
  const message = `must be ${expected}`;
  return new AppError('invalid', `The ${member} ${message}.`, {
    errors: [{ path: `body/${member}`, message }],
  });
}
