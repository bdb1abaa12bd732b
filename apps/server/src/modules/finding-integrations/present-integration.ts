import type {
  FindingIntegration,
  FindingIntegrationName,
  FindingPush,
  FindingPushAttempt,
  FindingPushKind,
  FindingPushState,
} from '@tallyman/contract';
import { describeUrl } from '../../platform/outgoing-http/http-failure.ts';
import type { AttemptRow, PushRow } from './finding-push-store.ts';
import type { IntegrationStatus, LoggedPush } from './list-integrations.ts';

export function presentIntegration(status: IntegrationStatus): FindingIntegration {
  const { integration, settings, cron, nextPush, projects, latestPush } = status;
  return {
    name: integration.name,
    display_name: integration.displayName,
    enabled: settings.isEnabled,
    ...(settings.url !== undefined && { url: describeUrl(settings.url) }),
    cron,
    ...(nextPush && { next_push: nextPush.getTime() }),
    missing_settings: [...settings.missing],
    project_property: integration.projectProperty,
    projects,
    ...(latestPush && { latest_push: presentPush(latestPush) }),
  };
}

export function presentPush({ push, attempts }: LoggedPush): FindingPush {
  return {
    uuid: push.uuid,
    integration: push.integration as FindingIntegrationName,
    ...presentProject(push),
    kind: push.kind as FindingPushKind,
    status: push.state as FindingPushState,
    token: push.token,
    ...(push.requested_by !== null && { requested_by: push.requested_by }),
    created_at: push.created_at.getTime(),
    ...(push.ended_at && { completed_at: push.ended_at.getTime() }),
    ...(push.failure !== null && { failure_reason: push.failure }),
    attempts: attempts.map(presentAttempt),
  };
}

function presentProject({
  project_uuid,
  project_name,
  project_version,
}: PushRow): Pick<FindingPush, 'project'> {
  if (project_uuid === null || project_name === null) return {};
  const version = project_version === null ? {} : { version: project_version };
  return { project: { uuid: project_uuid, name: project_name, ...version } };
}

function presentAttempt(row: AttemptRow): FindingPushAttempt {
  const { started_at, ended_at } = row;
  return {
    number: row.number,
    started_at: started_at.getTime(),
    ...(ended_at && {
      ended_at: ended_at.getTime(),
      duration_ms: Math.max(0, ended_at.getTime() - started_at.getTime()),
    }),
    ...(row.url !== null && { url: row.url }),
    ...(row.findings !== null && { findings: row.findings }),
    ...(row.bytes !== null && { bytes: Number(row.bytes) }),
    ...(row.sha256 && { sha256: row.sha256.toString('hex') }),
    ...(row.status !== null && { response_status: row.status }),
    ...(row.response !== null && { response: row.response }),
    ...(row.failure !== null && { failure_reason: row.failure }),
  };
}
