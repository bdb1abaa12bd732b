import type { Scheme } from '../scheme.ts';

/** `*` stands alone, without a version: every version. */
export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '*';

export interface VersConstraint {
  readonly comparator: Comparator;
  readonly version: string;
}

/** A version range specifier: `vers:<scheme>/<constraint>|<constraint>…`. */
export interface Vers {
  /** The versioning scheme as written, such as `npm`. */
  readonly scheme: string;
  /** The order in which its versions are compared. */
  readonly order: Scheme;
  /** Sorted by version. */
  readonly constraints: readonly VersConstraint[];
}

export const anyVersion: readonly VersConstraint[] = [{ comparator: '*', version: '' }];
