import type { License, LicenseChoice } from '@tallyman/cyclonedx';
import { type LicenseTable, resolveLicense } from '../licenses/license-table.ts';
import { parseLicenseExpression } from '../licenses/parse-license-expression.ts';

export interface LicenseColumns {
  readonly license_id: number | null;
  readonly license_name: string | null;
  readonly license_expression: string | null;
  readonly license_url: string | null;
}

const NONE: LicenseColumns = {
  license_id: null,
  license_name: null,
  license_expression: null,
  license_url: null,
};

/**
 * Chooses the first known licence, by SPDX id or name, else the first name. A valid expression is kept; an expression of
 * a single licence counts as that licence.
 */
export function toLicenseColumns(
  choices: readonly LicenseChoice[] | undefined,
  table: LicenseTable,
): LicenseColumns {
  if (!choices?.length) return NONE;
  const expression = findExpression(choices);
  const candidates = choices.flatMap(toCandidate);
  for (const candidate of candidates) {
    const known = resolveLicense(table, candidate);
    if (known) {
      const license_url = candidate.url ?? null;
      return { license_id: known.id, license_name: null, license_expression: expression, license_url };
    }
  }
  const named = candidates.find(({ id, name }) => name ?? id);
  return {
    license_id: null,
    license_name: named?.name ?? named?.id ?? null,
    license_expression: expression,
    license_url: named?.url ?? null,
  };
}

type Candidate = Pick<License, 'id' | 'name' | 'url'>;

function toCandidate(choice: LicenseChoice): Candidate[] {
  if ('license' in choice) return toNamed(choice.license);
  const expression = parseLicenseExpression(toText(choice.expression) ?? '');
  if (expression?.kind !== 'license' || expression.orLater) return [];
  return [{ id: expression.id }];
}

/** A document that was not validated may have values of any type here. */
function toNamed(license: License | undefined): Candidate[] {
  const [id, name, url] = [toText(license?.id), toText(license?.name), toText(license?.url)];
  return [{ ...(id ? { id } : {}), ...(name ? { name } : {}), ...(url ? { url } : {}) }];
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function findExpression(choices: readonly LicenseChoice[]): string | null {
  for (const choice of choices) {
    const text = 'expression' in choice ? toText(choice.expression)?.trim() : undefined;
    const expression = text ? parseLicenseExpression(text) : undefined;
    if (text && expression && (expression.kind !== 'license' || expression.orLater)) return text;
  }
  return null;
}
