import type { Activity } from '@tallyman/contract';
import { useState } from 'react';

const DAY_MS = 86_400_000;

/** Whether it failed after the user last looked; in a new browser, within the last day. */
export function isNewFailure(item: Activity, seenAt: number | undefined, now: number): boolean {
  return item.state === 'FAILED' && endOf(item) > (seenAt ?? now - DAY_MS);
}

/** The time until which a user has seen failures, kept by the browser. */
export function useSeenAt(username = '') {
  const key = `tallyman-activity-seen ${username}`;
  const [seenAt, setSeenAt] = useState(() => readTime(key));
  const markSeen = (failed: readonly Activity[]) => {
    const latest = Math.max(seenAt ?? 0, ...failed.map(endOf));
    if (latest === (seenAt ?? 0)) return;
    setSeenAt(latest);
    localStorage.setItem(key, String(latest));
  };
  return { seenAt, markSeen };
}

function endOf({ ended_at, started_at }: Activity): number {
  return ended_at ?? started_at;
}

function readTime(key: string): number | undefined {
  const time = Number(localStorage.getItem(key) ?? Number.NaN);
  return Number.isFinite(time) ? time : undefined;
}
