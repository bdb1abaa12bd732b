import type { Scheme } from '../scheme.ts';

/** `*` has no version and contains every version. */
export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '*';

export interface VersConstraint {
  readonly comparator: Comparator;
  readonly version: string;
}

/** A version range specifier: `vers:<scheme>/<constraint>|<constraint>…`. */
export interface Vers {
  /** The versioning scheme as written, such as `npm`. */
  readonly scheme: string;
  /** The scheme that defines the order of its versions. */
  readonly order: Scheme;
  /** Sorted by version. */
  readonly constraints: readonly VersConstraint[];
}

export const anyVersion: readonly VersConstraint[] = [{ comparator: '*', version: '' }];
