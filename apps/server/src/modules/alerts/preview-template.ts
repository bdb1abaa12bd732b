import type { TemplatePreview, TemplatePreviewRequest } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { toNotification } from '../notifications/event-row.ts';
import { decodeNotification } from '../notifications/notification-json.ts';
import { findSetting } from '../settings/find-setting.ts';
import { invalidTemplate } from './change-publishers.ts';
import { getLogged } from './follow-notifications.ts';
import { toVariables, usualTemplate } from './outgoing-message.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import { renderTemplate, TemplateError } from './render-template.ts';
import { sampleEvent } from './sample-events.ts';

/** What a template makes of a notification, a real one or a sample. */
export async function previewTemplate(
  ctx: Context,
  principal: Principal,
  request: TemplatePreviewRequest,
): Promise<TemplatePreview> {
  const kind = findPublisherKind(request.extensionName?.toLowerCase() ?? '');
  const known = kind && usualTemplate(kind);
  const template = request.template ?? known?.text;
  if (template === undefined)
    throw new AppError('invalid', 'Send a template, or the extensionName of a publisher.');
  const mimeType = request.templateMimeType ?? known?.mimeType ?? 'text/plain';
  const baseUrl = (await findSetting(ctx.db, 'general', 'base.url')) ?? '';
  const variables = toVariables(await findNotification(ctx, principal, request), baseUrl);
  try {
    return { mimeType, content: renderTemplate(template, mimeType, variables) };
  } catch (error) {
    throw error instanceof TemplateError ? invalidTemplate(error) : error;
  }
}

async function findNotification(ctx: Context, principal: Principal, request: TemplatePreviewRequest) {
  const { notification, group } = request;
  if (notification) return decodeNotification((await getLogged(ctx, principal, notification)).notification);
  return toNotification(sampleEvent(group ?? 'NEW_VULNERABILITY', ctx.now()), newUuid(), ctx.now());
}
