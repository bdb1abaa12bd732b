import type { Alert, Publisher } from '@tallyman/contract';
import type { PublisherRow } from './publisher-store.ts';

export function presentPublisher(row: PublisherRow): Publisher {
  return { ...presentPublisherOfAlert(row), template: row.template ?? undefined };
}

/** Without the template, which may be long. */
export function presentPublisherOfAlert(row: Omit<PublisherRow, 'id' | 'template'>): Alert['publisher'] {
  return {
    uuid: row.uuid,
    name: row.name,
    description: row.description ?? undefined,
    extensionName: row.extension,
    templateMimeType: row.template_mime_type,
    defaultPublisher: row.is_default,
  };
}
