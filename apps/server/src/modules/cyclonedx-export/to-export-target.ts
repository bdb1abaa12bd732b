import { isJsonSpecVersion, isSpecVersion, SPEC_VERSIONS, type WriteTarget } from '@tallyman/cyclonedx';
import { AppError } from '../../platform/errors.ts';
import type { NamesOption } from './content/node-names.ts';

interface TargetQuery {
  readonly format?: string | undefined;
  readonly version?: string | undefined;
}

const DEFAULT_VERSION = '1.5';

/** Format and version of the document. Throws if CycloneDX does not have that version in that format. */
export function toExportTarget({ format, version }: TargetQuery): WriteTarget {
  const requested = format?.trim().toUpperCase() || 'JSON';
  const specVersion = version?.trim() || DEFAULT_VERSION;
  if (!isSpecVersion(specVersion)) throw invalid('version', `one of ${SPEC_VERSIONS.join(', ')}`);
  if (requested === 'XML') return { format: 'xml', specVersion };
  if (requested !== 'JSON') throw invalid('format', 'JSON or XML');
  if (isJsonSpecVersion(specVersion)) return { format: 'json', specVersion };
  throw invalid('version', '1.2 or newer for JSON; older versions exist in XML only (format=XML)');
}

/** Whether the document uses our references or those of the uploaded document. */
export function toNames(refs: string | undefined): NamesOption {
  const requested = refs?.trim().toLowerCase() || 'own';
  if (requested === 'own' || requested === 'uploaded') return requested;
  throw invalid('refs', 'uploaded, or left out');
}

export function invalid(parameter: string, expected: string): AppError {
  const message = `must be ${expected}`;
  return new AppError('invalid', `The ${parameter} ${message}.`, {
    errors: [{ path: `query/${parameter}`, message }],
  });
}
