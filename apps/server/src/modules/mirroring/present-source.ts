import type { MirrorRun, MirrorRunKind, MirrorRunState, VulnDataSource } from '@tallyman/contract';
import type { MirrorRunRow } from './mirror-run-store.ts';
import { MAX_NAMED, type UnreadableRecord } from './read/unreadable-record.ts';
import type { SourceStatus } from './source-status.ts';

export function presentSource(status: SourceStatus): VulnDataSource {
  const { source, settings, state, lastSuccess, nextRun, latestRun } = status;
  return {
    name: source.name,
    display_name: source.displayName,
    enabled: settings.isEnabled,
    url: withoutSecrets(settings.url),
    cron: settings.cron,
    importable: source.readFile !== undefined,
    state,
    ...(lastSuccess && { last_success: lastSuccess.getTime() }),
    ...(nextRun && { next_run: nextRun.getTime() }),
    ...(latestRun && { latest_run: presentRun(latestRun) }),
  };
}

function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}`.replace(/\/$/, '') : '';
}

export function presentRun(run: MirrorRunRow): MirrorRun {
  return {
    uuid: run.uuid,
    source: run.source,
    kind: run.kind as MirrorRunKind,
    status: run.state as MirrorRunState,
    ...(run.requested_by !== null && { requested_by: run.requested_by }),
    ...(run.file_name !== null && { file_name: run.file_name }),
    created_at: run.created_at.getTime(),
    ...(run.started_at && { started_at: run.started_at.getTime() }),
    ...(run.ended_at && { completed_at: run.ended_at.getTime() }),
    ...(run.failure !== null && { failure_reason: run.failure }),
    records: {
      seen: run.records_seen,
      new: run.records_new,
      changed: run.records_changed,
      unchanged: run.records_unchanged,
      unreadable: run.records_unreadable,
      retired: run.records_retired,
    },
    ...(run.records_unreadable > 0 && { unreadable: presentUnreadable(run) }),
    ...presentProgress(run),
  };
}

function presentUnreadable({ unreadable }: MirrorRunRow): MirrorRun['unreadable'] {
  return (unreadable as unknown as UnreadableRecord[]).slice(0, MAX_NAMED);
}

function presentProgress({
  state,
  phase,
  phase_done,
  phase_total,
}: MirrorRunRow): Pick<MirrorRun, 'progress'> {
  if (state !== 'RUNNING' || phase === null) return {};
  const total = phase_total === null ? {} : { total: phase_total };
  return { progress: { phase, done: phase_done ?? 0, ...total } };
}
