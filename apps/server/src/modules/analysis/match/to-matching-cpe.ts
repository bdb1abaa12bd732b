import { findCpe, hasWildcards } from '@tallyman/cpe';
import { sortKey } from '@tallyman/versions';

/** A row of `matching_cpe`. */
export interface MatchingCpe {
  readonly cpe: string;
  readonly part: string | null;
  readonly vendor: string | null;
  readonly product: string | null;
  readonly generic_key: Uint8Array | null;
}

export const MATCHING_CPE_COLUMNS = [
  'cpe',
  'part',
  'vendor',
  'product',
  'generic_key',
] as const satisfies readonly (keyof MatchingCpe)[];

/** "Components whose product is `*` or `-` are skipped entirely." */
export function toMatchingCpe(cpe: string): MatchingCpe {
  const name = findCpe(cpe);
  if (!name || name.product === '*' || name.product === '-') {
    return { cpe, part: null, vendor: null, product: null, generic_key: null };
  }
  const { version } = name;
  const isPlain = version !== '*' && version !== '-' && !hasWildcards(version);
  return {
    cpe,
    part: name.part.toLowerCase(),
    vendor: name.vendor.toLowerCase(),
    product: name.product.toLowerCase(),
    generic_key: isPlain ? sortKey('generic-nvd', version.replaceAll(/\\(.)/gs, '$1')) : null,
  };
}
