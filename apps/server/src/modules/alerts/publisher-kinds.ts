import type { PublisherKind } from './publisher-kind.ts';
import { webhook } from './publishers/webhook.ts';

/** Every way to send there is. */
export const publisherKinds: readonly PublisherKind[] = [webhook];

const byExtension = new Map(publisherKinds.map((kind) => [kind.extension, kind]));

export function findPublisherKind(extension: string): PublisherKind | undefined {
  return byExtension.get(extension);
}
