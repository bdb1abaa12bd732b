import type { FuzzReport } from './fuzz.ts';

const MAX_FAILURES = 50;

export function describeReport(report: FuzzReport, seconds: number): string {
  const { sent, failures, refused, withoutSuccess, statuses } = report;
  return [
    describeStatuses(statuses),
    ...failures.slice(0, MAX_FAILURES).map(({ number, request, status, answer }) => {
      return `FAILED ${status} (request ${number}): ${request}\n  ${answer}`;
    }),
    ...refused.map((one) => `REFUSED ${one}`),
    `${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)} per second)`,
    `${failures.length} answered with 5xx or not at all`,
    `${withoutSuccess.length} operations never answered below 400 ${withoutSuccess.join(', ')}`,
  ].join('\n');
}

function describeStatuses(statuses: FuzzReport['statuses']): string {
  const lines = [...statuses]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, counts]) => {
      const sorted = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
      return `${operation.padEnd(34)} ${sorted.join('  ')}`;
    });
  return lines.join('\n');
}
