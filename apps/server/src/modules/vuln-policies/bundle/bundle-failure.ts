/** Why a bundle cannot be taken over: for whoever serves it. Nothing of it is applied. */
export class BundleFailure extends Error {
  override readonly name = 'BundleFailure';
}

const MOST_REASONS = 10;

/** One failure for all that is wrong, so that it can be repaired in one go. */
export function failWith(reasons: readonly string[]): BundleFailure {
  const shown = reasons.slice(0, MOST_REASONS);
  const more = reasons.length > shown.length ? [`and ${reasons.length - shown.length} more`] : [];
  return new BundleFailure([...shown, ...more].join('\n'));
}
