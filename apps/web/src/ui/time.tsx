import { describeAge } from './describe-age.ts';

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, with the exact time on hover and for screen readers. */
export function Time({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={ABSOLUTE.format(at)}>
      {describeAge(at, Date.now())}
    </time>
  );
}
