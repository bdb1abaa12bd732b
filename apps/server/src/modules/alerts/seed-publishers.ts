import { type Db, inTransaction } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { publisherKinds } from './publisher-kinds.ts';
import { upsertDefaultPublishers } from './publisher-store.ts';

/** One publisher of each kind, ready to use. Own ones are made beside them and are never touched. */
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
