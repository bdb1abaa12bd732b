import type { NewPublisher } from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { PublisherKind } from './publisher-kind.ts';
import { findPublisherKind, publisherKinds } from './publisher-kinds.ts';
import type { PublisherColumns } from './publisher-store.ts';

/** Throws if there is no such extension. */
export function toPublisherColumns(uuid: string, input: NewPublisher): PublisherColumns {
  const kind = requireKind(input.extensionName);
  return {
    uuid,
    name: input.name.trim(),
    description: input.description ?? null,
    extension: kind.extension,
    template: input.template || null,
    template_mime_type: input.templateMimeType ?? kind.template?.mimeType ?? 'text/plain',
    is_default: false,
  };
}

function requireKind(name: string): PublisherKind {
  const kind = findPublisherKind(name.toLowerCase());
  if (kind) return kind;
  const known = publisherKinds.map(({ extension }) => extension).join(', ');
  throw new AppError('invalid', `There is no extension named ${name}. Choose one of: ${known}.`);
}
