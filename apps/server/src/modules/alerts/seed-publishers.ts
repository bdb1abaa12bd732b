import { type Db, inTransaction } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { publisherKinds } from './publishers/publisher-kinds.ts';
import { upsertDefaultPublishers } from './publishers/publisher-store.ts';

/** Creates or updates the default publisher of each kind. Custom publishers are not touched. */
export async function seedPublishers(db: Db): Promise<void> {
  const publishers = publisherKinds.map(({ extension, displayName, description, template }) => ({
    uuid: newUuid(),
    name: displayName,
    description,
    extension,
    template: template?.text ?? null,
    template_mime_type: template?.mimeType ?? 'application/protobuf',
  }));
  await inTransaction(db, (tx) => upsertDefaultPublishers(tx, publishers));
}
