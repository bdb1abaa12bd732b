import type { Finding } from '@tallyman/contract';

/** Unique among findings; stands in the address for the one that is open. */
export function findingKey({ component, vulnerability }: Finding): string {
  return `${component.uuid}:${vulnerability.uuid}`;
}
