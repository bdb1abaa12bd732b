import type { Db } from '../../../platform/db/database.ts';
import { publisherNotFound } from '../rules/alert-errors.ts';
import { findPublisher, type PublisherRow } from './publisher-store.ts';

export async function getPublisher(db: Db, uuid: string): Promise<PublisherRow> {
  const publisher = await findPublisher(db, uuid);
  if (publisher) return publisher;
  throw publisherNotFound(uuid);
}
