import type { FindingPush } from '@tallyman/contract';
import { describeBytes } from '../describe-bytes.ts';
import type { Column } from '../output.ts';

/** The columns of a list of pushes. */
export const PUSH_COLUMNS: readonly Column<FindingPush>[] = [
  { title: 'TIME', value: ({ created_at }) => toTime(created_at) },
  { title: 'PROJECT', value: describeTarget, shrinks: true },
  { title: 'STATUS', value: ({ status }) => status.toLowerCase() },
  { title: 'ATTEMPTS', value: ({ attempts }) => String(attempts.length) },
  { title: 'FINDINGS', value: (push) => lastOf(push)?.findings?.toString() },
  { title: 'SIZE', value: describeSize },
  { title: 'RESPONSE', value: (push) => lastOf(push)?.response_status?.toString() },
  { title: 'REASON', value: ({ failure_reason }) => failure_reason, shrinks: true },
];

export function describeTarget({ project }: FindingPush): string {
  if (!project) return 'whole portfolio';
  return project.version === undefined ? project.name : `${project.name}:${project.version}`;
}

function describeSize(push: FindingPush): string | undefined {
  const bytes = lastOf(push)?.bytes;
  return bytes === undefined ? undefined : describeBytes(bytes);
}

function lastOf({ attempts }: FindingPush): FindingPush['attempts'][number] | undefined {
  return attempts.at(-1);
}

export function toTime(millis: number): string {
  return new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
}
