import type { MirrorRun } from '@tallyman/contract';
import { formatCount } from '../../ui/format-number.ts';

/** “waiting”, “downloading npm, 40 %”, “recording, 1,200”. */
export function describeProgress({ status, progress }: Pick<MirrorRun, 'status' | 'progress'>): string {
  if (status === 'PENDING') return 'waiting';
  if (!progress) return 'starting';
  const { phase, done, total } = progress;
  if (total) return `${phase}, ${Math.floor((100 * done) / total)} %`;
  return done > 0 ? `${phase}, ${formatCount(done)}` : phase;
}
