import type { NewPublisher, PublisherUpdate } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { publisherNameTaken, unknownPublisher } from './alert-refusals.ts';
import { cancelDeliveries, listAlertIdsOfPublisher, lockAlerts } from './alert-store.ts';
import type { PublisherKind } from './publisher-kind.ts';
import { findPublisherKind, publisherKinds } from './publisher-kinds.ts';
import * as store from './publisher-store.ts';
import { TemplateError } from './render-template.ts';
import type { TemplateThreads } from './template-threads.ts';

export async function createPublisher(
  ctx: Context,
  templates: TemplateThreads,
  input: NewPublisher,
): Promise<store.PublisherRow> {
  const publisher = toColumns(newUuid(), input);
  await requireTemplate(templates, publisher);
  await inTransaction(ctx.db, async (tx) => {
    if (await store.findPublisherNamed(tx, publisher.name)) throw publisherNameTaken(publisher.name);
    await store.insertPublisher(tx, publisher);
  });
  return getPublisher(ctx.db, publisher.uuid);
}

export async function updatePublisher(
  ctx: Context,
  templates: TemplateThreads,
  input: PublisherUpdate,
): Promise<store.PublisherRow> {
  const publisher = toColumns(input.uuid, input);
  await requireTemplate(templates, publisher);
  await inTransaction(ctx.db, async (tx) => {
    requireOwn(await getPublisher(tx, input.uuid));
    const named = await store.findPublisherNamed(tx, publisher.name);
    if (named && named.uuid !== input.uuid.toLowerCase()) throw publisherNameTaken(publisher.name);
    await store.updatePublisher(tx, publisher);
  });
  return getPublisher(ctx.db, input.uuid);
}

export async function deletePublisher(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const publisher = await getPublisher(tx, uuid);
    requireOwn(publisher);
    const alerts = await listAlertIdsOfPublisher(tx, publisher.id);
    await lockAlerts(tx, alerts);
    await cancelDeliveries(tx, alerts, 'The alert was deleted before it was sent.');
    await store.deletePublisher(tx, publisher.id);
  });
}

export async function getPublisher(db: Db, uuid: string): Promise<store.PublisherRow> {
  const publisher = await store.findPublisher(db, uuid);
  if (publisher) return publisher;
  throw unknownPublisher(uuid);
}

function requireOwn({ is_default, name }: store.PublisherRow): void {
  if (!is_default) return;
  throw new AppError(
    'invalid',
    `${name} is a default publisher and stays as it is. Make your own beside it.`,
  );
}

function toColumns(uuid: string, input: NewPublisher): store.PublisherColumns {
  const kind = requireKind(input.extensionName);
  const template = input.template || null;
  const mimeType = input.templateMimeType ?? kind.template?.mimeType ?? 'text/plain';
  return {
    uuid,
    name: input.name.trim(),
    description: input.description ?? null,
    extension: kind.extension,
    template,
    template_mime_type: mimeType,
    is_default: false,
  };
}

function requireKind(name: string): PublisherKind {
  const kind = findPublisherKind(name.toLowerCase());
  if (kind) return kind;
  const known = publisherKinds.map(({ extension }) => extension).join(', ');
  throw new AppError('invalid', `There is no extension named ${name}. There are: ${known}.`);
}

async function requireTemplate(
  templates: TemplateThreads,
  { template, template_mime_type: mimeType }: store.PublisherColumns,
): Promise<void> {
  if (template === null) return;
  try {
    await templates.check(template, mimeType);
  } catch (error) {
    throw error instanceof TemplateError ? invalidTemplate(error) : error;
  }
}

export function invalidTemplate({ message }: TemplateError): AppError {
  return new AppError('invalid', `The template cannot be used: ${message}`, {
    errors: [{ path: 'body/template', message }],
  });
}
