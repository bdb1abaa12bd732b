import { describeAge } from './describe-age.ts';
import { formatTime } from './format-day.ts';

/** How long ago, with the exact time on hover and for screen readers. */
export function Time({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at)}>
      {describeAge(at, Date.now())}
    </time>
  );
}
