import { isCpe } from '@tallyman/cpe';
import { AppError } from '../../../platform/errors.ts';
import { toPurl } from './package-url.ts';

export function requireIdentifiers({ purl, cpe }: { purl?: string | null; cpe?: string | null }): void {
  if (purl && !toPurl(purl)) throw invalid('purl', 'a package URL such as pkg:npm/%40scope/name@1.0.0');
  if (cpe && !isCpe(cpe))
    throw invalid('cpe', 'a CPE 2.2 or 2.3 such as cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*');
}

function invalid(member: string, expected: string): AppError {
  const message = `must be ${expected}`;
  return new AppError('invalid', `The ${member} ${message}.`, {
    errors: [{ path: `body/${member}`, message }],
  });
}
