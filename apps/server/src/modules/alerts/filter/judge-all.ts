import { decodeNotification } from '../../notifications/notification-json.ts';
import { visitPatiently } from '../../policies/visit-patiently.ts';
import { type Judgement, judgeFilter } from './judge-filter.ts';

const TOO_LONG: Judgement = {
  passes: false,
  error: 'the filter takes too long for the number of notifications that it looks at',
};

/**
 * Holds one filter against many notifications, in their order; others have a turn in between. A filter that was stopped
 * once is not tried on the rest: they get the same answer.
 */
export async function judgeAll(filter: string, notifications: readonly Uint8Array[]): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const { isLate } = await visitPatiently(notifications, (notification) => {
    const judgement = judgeFilter(filter, decodeNotification(notification));
    judgements.push(judgement);
    return !judgement.isStopped;
  });
  const rest = isLate ? TOO_LONG : (judgements.at(-1) ?? TOO_LONG);
  return notifications.map((_, index) => judgements[index] ?? rest);
}
