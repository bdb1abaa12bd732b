import type { ApiKey } from '@tallyman/contract';
import type { ApiKeyRecord } from './api-key-store.ts';
import { maskApiKey } from './api-key-text.ts';

export function presentApiKey(key: ApiKeyRecord, prefix: string): ApiKey {
  return {
    publicId: key.publicId,
    maskedKey: maskApiKey(prefix, key.publicId),
    legacy: key.legacy,
    created: new Date(key.createdAt).getTime(),
    ...(key.lastUsedAt === null ? {} : { lastUsed: new Date(key.lastUsedAt).getTime() }),
    ...(key.comment === null ? {} : { comment: key.comment }),
  };
}
