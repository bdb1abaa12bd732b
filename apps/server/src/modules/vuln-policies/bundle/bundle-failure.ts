/** A bundle that cannot be used. Nothing of it is applied. The message is for those who serve it. */
export class BundleFailure extends Error {
  override readonly name = 'BundleFailure';
}

const MAX_REASONS = 10;

/** One failure with all reasons, so that they can be fixed at once. */
export function failWith(reasons: readonly string[]): BundleFailure {
  const shown = reasons.slice(0, MAX_REASONS);
  const more = reasons.length > shown.length ? [`and ${reasons.length - shown.length} more`] : [];
  return new BundleFailure([...shown, ...more].join('\n'));
}
