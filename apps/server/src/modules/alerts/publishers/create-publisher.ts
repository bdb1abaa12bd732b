import type { NewPublisher } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { publisherNameTaken } from '../rules/alert-errors.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import { getPublisher } from './get-publisher.ts';
import { findPublisherNamed, insertPublisher, type PublisherRow } from './publisher-store.ts';
import { requireTemplate } from './require-template.ts';
import { toPublisherColumns } from './to-publisher-columns.ts';

export async function createPublisher(
  ctx: Context,
  templates: TemplateThreads,
  input: NewPublisher,
): Promise<PublisherRow> {
  const publisher = toPublisherColumns(newUuid(), input);
  await requireTemplate(templates, publisher);
  await inTransaction(ctx.db, async (tx) => {
    if (await findPublisherNamed(tx, publisher.name)) throw publisherNameTaken(publisher.name);
    await insertPublisher(tx, publisher);
  });
  return getPublisher(ctx.db, publisher.uuid);
}
