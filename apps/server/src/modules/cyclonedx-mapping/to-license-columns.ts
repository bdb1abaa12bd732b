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
 * The first licence that is known, by its SPDX id or its name; else the first name as text. An expression is kept
 * when it is one; one of a single licence counts as that licence.
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

function toCandidate(choice: LicenseChoice): Pick<License, 'id' | 'name' | 'url'>[] {
  if ('license' in choice) return [choice.license];
  const expression = parseLicenseExpression(choice.expression);
  if (expression?.kind !== 'license' || expression.orLater) return [];
  return [{ id: expression.id }];
}

function findExpression(choices: readonly LicenseChoice[]): string | null {
  for (const choice of choices) {
    if (!('expression' in choice)) continue;
    const text = choice.expression.trim();
    const expression = parseLicenseExpression(text);
    if (expression && (expression.kind !== 'license' || expression.orLater)) return text;
  }
  return null;
}
