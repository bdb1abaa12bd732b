import type { Activity, ActivityKind } from '@tallyman/contract';
import { formatCount } from '../../ui/format-number.ts';

const KINDS: Readonly<Record<ActivityKind, string>> = {
  BOM_UPLOAD: 'Bill of materials',
  VEX_IMPORT: 'VEX import',
  MIRROR_RUN: 'Vulnerability data',
  DELIVERY: 'Notification',
};

/** “Bill of materials”, “Notification of alert Chat”. */
export function describeKind({ kind, alert }: Activity): string {
  return alert ? `${KINDS[kind]} of alert ${alert.name}` : KINDS[kind];
}

/** What the work is about: a project with its version, a source, or the title of a notification. */
export function describeSubject({ project, source, notification }: Activity): string {
  if (project) return [project.name, project.version].filter(Boolean).join(' ');
  return source?.display_name ?? notification?.title ?? '';
}

/** “waiting”, “reading”, “downloading npm, 40 %”, “recording, 1,200”. */
export function describeRunning({ progress }: Pick<Activity, 'progress'>): string {
  if (!progress) return 'waiting';
  const { phase = 'running', done, total } = progress;
  if (total) return `${phase}, ${Math.min(100, Math.floor((100 * done) / total))} %`;
  return done > 0 ? `${phase}, ${formatCount(done)}` : phase;
}
