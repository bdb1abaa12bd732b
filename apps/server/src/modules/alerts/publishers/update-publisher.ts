import type { PublisherUpdate } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { publisherNameTaken } from '../rules/alert-errors.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import { getPublisher } from './get-publisher.ts';
import * as store from './publisher-store.ts';
import { requireCustomPublisher } from './require-custom-publisher.ts';
import { requireTemplate } from './require-template.ts';
import { toPublisherColumns } from './to-publisher-columns.ts';

export async function updatePublisher(
  ctx: Context,
  templates: TemplateThreads,
  input: PublisherUpdate,
): Promise<store.PublisherRow> {
  const publisher = toPublisherColumns(input.uuid, input);
  await requireTemplate(templates, publisher);
  await inTransaction(ctx.db, async (tx) => {
    requireCustomPublisher(await getPublisher(tx, input.uuid));
    const named = await store.findPublisherNamed(tx, publisher.name);
    if (named && named.uuid !== input.uuid.toLowerCase()) throw publisherNameTaken(publisher.name);
    await store.updatePublisher(tx, publisher);
  });
  return getPublisher(ctx.db, input.uuid);
}
