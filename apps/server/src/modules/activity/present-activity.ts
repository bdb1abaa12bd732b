import type { Activity } from '@tallyman/contract';
import { getSource } from '../mirroring/sources.ts';
import { decodeNotification } from '../notifications/notification-json.ts';
import type { ActivityRow } from './activity-store.ts';

export function presentActivity(row: ActivityRow): Activity {
  return {
    kind: row.kind,
    id: row.uuid,
    state: row.state,
    started_at: row.started_at.getTime(),
    ...(row.ended_at && { ended_at: row.ended_at.getTime() }),
    ...(row.requested_by !== null && { requested_by: row.requested_by }),
    ...(row.state === 'FAILED' && { reason: describeFailure(row) }),
    ...(row.state === 'RUNNING' && presentProgress(row)),
    ...presentSubject(row),
  };
}

function describeFailure({ reason, response_status }: ActivityRow): string {
  if (reason !== null && reason !== '') return reason;
  return response_status === null
    ? 'The reason was not recorded.'
    : `The receiver answered with ${response_status}.`;
}

function presentProgress({ phase, done, total }: ActivityRow): Pick<Activity, 'progress'> {
  if (done === null) return {};
  return { progress: { ...(phase !== null && { phase }), done, ...(total !== null && { total }) } };
}

function presentSubject(row: ActivityRow): Pick<Activity, 'project' | 'source' | 'alert' | 'notification'> {
  return {
    ...(row.project_uuid !== null && {
      project: {
        uuid: row.project_uuid,
        name: row.project_name ?? '',
        ...(row.project_version !== null && { version: row.project_version }),
      },
    }),
    ...(row.source !== null && {
      source: { name: row.source, display_name: getSource(row.source).displayName },
    }),
    ...(row.alert_name !== null && {
      alert: { ...(row.alert_uuid !== null && { uuid: row.alert_uuid }), name: row.alert_name },
    }),
    ...(row.notification && presentNotification(row.notification)),
  };
}

function presentNotification(bytes: Uint8Array): Pick<Activity, 'notification'> {
  const { id, title } = decodeNotification(bytes);
  return { notification: { id, title } };
}
