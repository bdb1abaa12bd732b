import { describe, expect, it } from 'vitest';
import {
  type AttemptEnd,
  type JobHistory,
  NO_HISTORY,
  planAttemptEnd,
  toNextHistory,
} from './plan-attempt-end.ts';

const RETRIES = { limit: 2, firstDelaySeconds: 2, maxDelaySeconds: 60 };

const error = (isPermanent = false): AttemptEnd => ({ kind: 'error', isPermanent });
const interrupted =
  (cause: 'node-stopped' | 'node-died' | 'database-unavailable') =>
  (phase: string | null = null, done: number | null = null): AttemptEnd => ({
    kind: 'interruption',
    cause,
    progress: { phase, done },
  });
const stopped = interrupted('node-stopped');
const died = interrupted('node-died');
const database = interrupted('database-unavailable');
const times = (count: number, end: AttemptEnd) => Array.from({ length: count }, () => end);

function lastVerdict(ends: readonly AttemptEnd[]): string {
  let history: JobHistory = NO_HISTORY;
  const verdicts = ends.map((end) => {
    history = toNextHistory(history, end);
    return planAttemptEnd(end, history, RETRIES, 1);
  });
  const last = verdicts.at(-1);
  if (!last) throw new Error('Give at least one end.');
  expect(verdicts.slice(0, -1).every(({ action }) => action === 'retry')).toBe(true);
  if (last.action === 'retry') return `retry after ${last.delaySeconds} s`;
  return last.action === 'quarantine' ? `quarantine: ${last.reason}` : last.action;
}

describe('planAttemptEnd after a series of attempts', () => {
  it.each<[string, readonly AttemptEnd[], string]>([
    ['one error', [error()], 'retry after 2 s'],
    ['two errors', times(2, error()), 'retry after 4 s'],
    ['more errors than retries', times(3, error()), 'fail'],
    ['an error that stays', [error(true)], 'fail'],
    ['the node was stopped', [stopped()], 'retry after 0 s'],
    ['the node was stopped 100 times', times(100, stopped()), 'retry after 0 s'],
    ['one death of a node', [died()], 'retry after 0 s'],
    ['two deaths', times(2, died()), 'retry after 2 s'],
    ['four deaths', times(4, died()), 'retry after 8 s'],
    [
      'five deaths while it was being read',
      times(5, died('reading', 0)),
      'quarantine: 5 nodes died while they processed it (reading) without any progress. It is not retried.',
    ],
    ['deaths use up no retries', [...times(4, died()), ...times(2, error())], 'retry after 4 s'],
    ['errors count on after deaths', [...times(2, error()), ...times(2, died()), error()], 'fail'],
    [
      'deaths with progress in between',
      [1, 2, 3, 4, 5, 6, 7].map((done) => died('reading', done)),
      'retry after 0 s',
    ],
    [
      'deaths in different phases',
      [...times(4, died('reading', 9)), died('storing', 0), died('storing', 0)],
      'retry after 2 s',
    ],
    [
      'deaths that come less far than one before',
      [died('reading', 9), ...[8, 7, 9, 6].map((done) => died('reading', done))],
      'quarantine: 5 nodes died while they processed it (reading) without any progress. It is not retried.',
    ],
    ['a restart of the database', [database()], 'retry after 2 s'],
    ['19 failures of the database', times(19, database('storing')), 'retry after 60 s'],
    [
      '20 failures of the database',
      times(20, database('storing')),
      'quarantine: The database failed 20 times while it was processed (storing) without any progress. It is not retried.',
    ],
    ['stops in between do not reset anything', [...times(4, died()), stopped()], 'retry after 0 s'],
  ])('%s', (_, ends, expected) => {
    expect(lastVerdict(ends)).toBe(expected);
  });
});
