import { toBinary } from '@bufbuild/protobuf';
import type { TemplatePreview, TemplatePreviewRequest } from '@tallyman/contract';
import { NotificationSchema } from '@tallyman/contract/notification';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { toNotification } from '../../notifications/event-row.ts';
import { findSetting } from '../../settings/find-setting.ts';
import { getLoggedNotification } from '../delivery/follow-notifications.ts';
import { defaultTemplate } from '../delivery/outgoing-message.ts';
import { findPublisherKind } from '../publishers/publisher-kinds.ts';
import { invalidTemplate } from '../publishers/require-template.ts';
import { TemplateError } from './render-template.ts';
import { sampleEvent } from './sample-events.ts';
import type { TemplateThreads } from './template-threads.ts';

/** Renders a template with a logged notification or with a sample. */
export async function previewTemplate(
  ctx: Context,
  templates: TemplateThreads,
  principal: Principal,
  request: TemplatePreviewRequest,
): Promise<TemplatePreview> {
  const kind = findPublisherKind(request.extensionName?.toLowerCase() ?? '');
  const known = kind && defaultTemplate(kind);
  const template = request.template ?? known?.text;
  if (template === undefined)
    throw new AppError('invalid', 'Send a template or the extensionName of a publisher.');
  const mimeType = request.templateMimeType ?? known?.mimeType ?? 'text/plain';
  const baseUrl = (await findSetting(ctx.db, 'general', 'base.url')) ?? '';
  const notification = await loadNotification(ctx, principal, request);
  try {
    const content = await templates.render({ template, mimeType, notification, baseUrl, variables: {} });
    return { mimeType, content };
  } catch (error) {
    throw error instanceof TemplateError ? invalidTemplate(error) : error;
  }
}

/** Returns the notification as protobuf. */
async function loadNotification(
  ctx: Context,
  principal: Principal,
  request: TemplatePreviewRequest,
): Promise<Uint8Array> {
  const { notification, group } = request;
  if (notification) return (await getLoggedNotification(ctx, principal, notification)).notification;
  const sample = toNotification(sampleEvent(group ?? 'NEW_VULNERABILITY', ctx.now()), newUuid(), ctx.now());
  return toBinary(NotificationSchema, sample);
}
