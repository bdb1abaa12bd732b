import { Cron } from 'croner';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { type AttemptRow, listAttempts, listPushes, type PushRow } from './finding-push-store.ts';
import { type IntegrationSettings, loadIntegrationSettings } from './integration-settings.ts';
import { integrations } from './integrations.ts';
import { countParticipants } from './participant-store.ts';

/** State of an integration. */
export interface IntegrationStatus {
  readonly integration: FindingIntegration;
  readonly settings: IntegrationSettings;
  readonly cron: string;
  readonly nextPush: Date | undefined;
  readonly projects: number;
  readonly latestPush: LoggedPush | undefined;
}

export interface LoggedPush {
  readonly push: PushRow;
  readonly attempts: readonly AttemptRow[];
}

export function listIntegrations(ctx: Context, principal: Principal): Promise<IntegrationStatus[]> {
  return Promise.all(integrations.map((integration) => describeIntegration(ctx, principal, integration)));
}

async function describeIntegration(
  ctx: Context,
  principal: Principal,
  integration: FindingIntegration,
): Promise<IntegrationStatus> {
  const settings = await loadIntegrationSettings(ctx.db, integration);
  const cron = ctx.config[integration.cron];
  const isScheduled = settings.isEnabled && cron !== '-';
  const next = isScheduled ? new Cron(cron, { timezone: 'UTC', mode: '5-part', paused: true }) : undefined;
  const latest = await listPushes(ctx.db, principal, { integration: integration.name, limit: 1 });
  return {
    integration,
    settings,
    cron,
    nextPush: next?.nextRun(ctx.now()) ?? undefined,
    projects: await countParticipants(ctx.db, principal, integration.projectProperty),
    latestPush: (await withAttempts(ctx, latest))[0],
  };
}

export async function withAttempts({ db }: Context, pushes: readonly PushRow[]): Promise<LoggedPush[]> {
  const attempts = await listAttempts(
    db,
    pushes.map(({ id }) => id),
  );
  return pushes.map((push) => ({ push, attempts: attempts.get(push.id) ?? [] }));
}
