import type { BadgeKind } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findSetting } from '../settings/find-setting.ts';
import { type BadgeProject, findMeasuredProject } from './badge-store.ts';
import { type Badge, toBadge } from './to-badge.ts';

export interface ProjectBadge {
  readonly badge: Badge;
  /** The page of the project, if the address of the service is configured. */
  readonly href: string | undefined;
}

/** Throws unless badges are enabled and the project exists. Everyone may call it. */
export async function getBadge(ctx: Context, kind: BadgeKind, key: BadgeProject): Promise<ProjectBadge> {
  if ((await findSetting(ctx.db, 'general', 'badge.enabled')) !== 'true') {
    throw new AppError(
      'forbidden',
      'Badges are disabled. An administrator can enable the configuration property general/badge.enabled.',
    );
  }
  const project = await findMeasuredProject(ctx.db, key);
  if (!project) throw new AppError('not-found', 'The project could not be found.');
  const baseUrl = await findSetting(ctx.db, 'general', 'base.url');
  return {
    badge: toBadge(kind, project.metrics),
    href: baseUrl ? toPage(baseUrl, kind, project.uuid) : undefined,
  };
}

function toPage(baseUrl: string, kind: BadgeKind, uuid: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/projects/${uuid}${kind === 'vulns' ? '?tab=findings' : ''}`;
}
