import type { ManagedApiKey } from '@tallyman/contract';
import { maskApiKey } from './api-key-text.ts';
import type { FullApiKey } from './list-api-keys.ts';

export function presentManagedApiKey(key: FullApiKey, prefix: string, now: Date): ManagedApiKey {
  const { publicId, comment, createdAt, lastUsedAt, expiresAt, teams, isLimited, projects } = key;
  return {
    public_id: publicId,
    masked_key: maskApiKey(prefix, publicId),
    ...(comment !== null && { comment }),
    created_at: createdAt.getTime(),
    ...(lastUsedAt && { last_used_at: lastUsedAt.getTime() }),
    ...(expiresAt && { expires_at: expiresAt.getTime() }),
    expired: expiresAt !== null && expiresAt <= now,
    teams: [...teams],
    ...(isLimited && {
      projects: projects.map(({ uuid, name, version }) => ({
        uuid,
        name,
        ...(version !== null && { version }),
      })),
    }),
  };
}
