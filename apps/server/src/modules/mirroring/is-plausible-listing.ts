/** So many records may be missing whatever their share. */
const MAX_MISSING = 100;
const MAX_MISSING_SHARE = 0.1;

/** A listing that lacks many known records is taken for a damaged one: publishers delete few records at a time. */
export function isPlausibleListing({
  known,
  missing,
}: {
  readonly known: number;
  readonly missing: number;
}): boolean {
  return missing <= Math.max(MAX_MISSING, known * MAX_MISSING_SHARE);
}
