import type { Permission } from '@tallyman/contract';

/** The caller: a signed-in user or an API key. */
export interface Principal {
  readonly kind: 'user' | 'api-key';
  readonly id: number;
  /** The user's name, or the name of the API key's first team. */
  readonly name: string;
  /** Of an API key: its public part. */
  readonly publicId?: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly teamIds: readonly number[];
  /** Ids of projects: the principal sees only these and their descendants. Undefined: no limit. */
  readonly onlyProjects?: readonly number[];
  /** A user who must set up a second factor before doing anything else. */
  readonly mustEnrol?: boolean;
}

/** Identifies the principal in fair queues. Not its name, which may change or equal that of another principal. */
export function toTurnName({ kind, id }: Principal): string {
  return `${kind} ${id}`;
}
