import { hash } from 'node:crypto';
import { hashText } from '../../../platform/text-hash.ts';
import { toCpeName } from './cpe-name.ts';

/** The attributes that identify a component. */
export interface ComponentIdentity {
  readonly purl?: string | null | undefined;
  readonly cpe?: string | null | undefined;
  readonly swidTagId?: string | null | undefined;
  readonly group?: string | null | undefined;
  readonly name: string;
  readonly version?: string | null | undefined;
}

/** Preselects candidates: rows with equal hashes are still compared by their attributes. Signed, as in the database. */
export function identityHash({ purl, cpe, swidTagId, group, name, version }: ComponentIdentity): bigint {
  const cpeName = cpe && toCpeName(cpe);
  return hashText([purl, cpeName, swidTagId, group, name, version].map((part) => part ?? '').join('\n'));
}

/** A hash of everything stored about a component. Equal hashes mean that nothing has to be written. */
export function contentHash(component: object): bigint {
  return hashOf(JSON.stringify(canonical(component)));
}

/** Sorts members and leaves out absent ones, so that equal content has equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonical(member)]),
  );
}

function hashOf(text: string): bigint {
  return hash('sha256', text, 'buffer').readBigInt64BE();
}
