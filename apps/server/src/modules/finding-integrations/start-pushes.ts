import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { SYSTEM_PRINCIPAL } from '../portfolio/access/system-principal.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { insertPushes } from './finding-push-store.ts';
import { loadIntegrationSettings } from './integration-settings.ts';
import { lockParticipants } from './participant-store.ts';

export interface StartedPushes {
  readonly token: string;
  readonly pushes: number;
}

/** Starts pushes on request: of one project, or of all that take part and that the principal may access. */
export async function startPushes(
  ctx: Context,
  integration: FindingIntegration,
  principal: Principal,
  projectUuid: string | undefined,
): Promise<StartedPushes> {
  await requireConfigured(ctx, integration);
  if (projectUuid === undefined) return enqueuePushes(ctx, integration, { kind: 'MANUAL', principal });
  if (integration.scope === 'portfolio') throw wholePortfolioOnly(integration);
  const projectId = await getProjectId(ctx.db, principal, projectUuid);
  return enqueuePushes(ctx, integration, { kind: 'MANUAL', principal, projectId });
}

/** Starts the scheduled pushes of all projects that take part. Does nothing if the integration is not enabled. */
export async function startScheduledPushes(ctx: Context, integration: FindingIntegration): Promise<void> {
  const { isEnabled } = await loadIntegrationSettings(ctx.db, integration);
  if (isEnabled) await enqueuePushes(ctx, integration, { kind: 'SCHEDULED', principal: SYSTEM_PRINCIPAL });
}

interface PushRequest {
  readonly kind: 'SCHEDULED' | 'MANUAL';
  readonly principal: Principal;
  readonly projectId?: number;
}

async function enqueuePushes(
  ctx: Context,
  integration: FindingIntegration,
  request: PushRequest,
): Promise<StartedPushes> {
  const { kind, principal } = request;
  const token = newUuid();
  return inTransaction(ctx.db, async (tx) => {
    const targets = await listTargets(tx, integration, request);
    const uuids = await insertPushes(tx, {
      integration: integration.name,
      token,
      kind,
      requestedBy: kind === 'MANUAL' ? principal.name : null,
      now: ctx.now(),
      targets: targets.map((projectId) => ({ uuid: newUuid(), projectId })),
    });
    if (uuids.length === 0 && isForOne(integration, request)) throw alreadyRunning(integration);
    const payloads = uuids.map((push) => ({ push }));
    const priority = kind === 'MANUAL' ? 'interactive' : 'scheduled';
    await ctx.jobs.enqueueAll(tx, integration.job, payloads, { token, priority });
    return { token, pushes: uuids.length };
  });
}

/** Ids of projects. Null for one push of the whole portfolio. */
async function listTargets(
  tx: Tx,
  { scope, projectProperty, displayName }: FindingIntegration,
  { kind, principal, projectId }: PushRequest,
): Promise<(number | null)[]> {
  const seenBy = scope === 'portfolio' ? SYSTEM_PRINCIPAL : principal;
  const ids = await lockParticipants(tx, seenBy, projectProperty, projectId);
  if (ids.length > 0) return scope === 'portfolio' ? [null] : ids;
  if (kind === 'SCHEDULED') return [];
  const which =
    projectId === undefined ? 'No active project has' : 'The project is inactive or does not have';
  throw new AppError(
    'invalid',
    `${which} the property ${projectProperty} (group integrations), which a push to ${displayName} needs.`,
    { type: '/problems/finding-integration-without-project', title: 'No project to push' },
  );
}

function isForOne({ scope }: FindingIntegration, { kind, projectId }: PushRequest): boolean {
  return kind === 'MANUAL' && (projectId !== undefined || scope === 'portfolio');
}

async function requireConfigured(ctx: Context, integration: FindingIntegration): Promise<void> {
  const { isEnabled, missing } = await loadIntegrationSettings(ctx.db, integration);
  const wanting = isEnabled ? missing : [integration.settings.enabled];
  if (wanting.length === 0) return;
  throw new AppError(
    'invalid',
    `${integration.displayName} is not ${isEnabled ? 'configured' : 'enabled'}. ` +
      `Set the configuration property ${wanting.join(', ')} (group integrations) first.`,
    { type: '/problems/finding-integration-not-enabled', title: 'Integration not enabled' },
  );
}

function wholePortfolioOnly({ displayName }: FindingIntegration): AppError {
  const detail = `${displayName} receives the whole portfolio in one document. Leave out the project.`;
  return new AppError('invalid', detail, { errors: [{ path: 'body/project', message: 'must be absent' }] });
}

function alreadyRunning({ displayName }: FindingIntegration): AppError {
  return new AppError('conflict', `A push to ${displayName} is already queued or running.`, {
    type: '/problems/finding-push-already-running',
    title: 'Push already in progress',
  });
}
