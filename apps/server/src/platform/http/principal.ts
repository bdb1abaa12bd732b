import type { Permission } from '@tallyman/contract';

/** Who is calling: a signed-in user or an API key. */
export interface Principal {
  readonly kind: 'user' | 'api-key';
  readonly id: number;
  /** The user's name, or the name of the API key's first team. */
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly teamIds: readonly number[];
  /** A user who must set up a second factor before doing anything else. */
  readonly mustEnrol?: boolean;
}

/** Whose work shares turns: names of teams and users may be equal, and change. */
export function toTurnName({ kind, id }: Principal): string {
  return `${kind} ${id}`;
}
