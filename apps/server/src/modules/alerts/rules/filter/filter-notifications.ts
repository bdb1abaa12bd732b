import { decodeNotification } from '../../../notifications/notification-json.ts';
import { visitInBatches } from '../../../policies/visit-in-batches.ts';
import { evaluateFilter, type FilterResult } from './evaluate-filter.ts';

const TOO_LONG: FilterResult = {
  passes: false,
  error: 'the filter takes too long for this number of notifications',
};

/**
 * Evaluates one filter on many notifications and returns the results in their order. Yields to other work in between. A
 * filter that was stopped is not evaluated on the rest: they get the same result.
 */
export async function filterNotifications(
  filter: string,
  notifications: readonly Uint8Array[],
): Promise<FilterResult[]> {
  const results: FilterResult[] = [];
  const { isTimedOut } = await visitInBatches(notifications, (notification) => {
    const result = evaluateFilter(filter, decodeNotification(notification));
    results.push(result);
    return !result.isStopped;
  });
  const rest = isTimedOut ? TOO_LONG : (results.at(-1) ?? TOO_LONG);
  return notifications.map((_, index) => results[index] ?? rest);
}
