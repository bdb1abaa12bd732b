import type { Hash } from './hash.ts';
import type { Property } from './property.ts';

export interface ExternalReference {
  readonly url: string;
  readonly type: string;
  readonly comment?: string;
  readonly hashes?: readonly Hash[];
  readonly properties?: readonly Property[];
}
