import type { Finding } from '@tallyman/contract';

/** The other ids of a vulnerability. */
export function listAliases({ aliases, vulnId }: Finding['vulnerability']): string[] {
  const ids = aliases.flatMap((alias) => Object.values(alias).filter((id) => typeof id === 'string'));
  return [...new Set(ids)].filter((id) => id !== vulnId);
}
