import type { Permission } from '@tallyman/contract';
import type { UserKind } from '../user-kind.ts';

export type RequiredFor = 'none' | 'administrators' | 'all';

interface Candidate {
  readonly kind: UserKind;
  readonly permissions: Iterable<Permission>;
}

/** Applies to managed users only, because other identity providers have their own second factors. */
export function mustHaveSecondFactor(required: RequiredFor, { kind, permissions }: Candidate): boolean {
  if (kind !== 'MANAGED' || required === 'none') return false;
  return required === 'all' || new Set(permissions).has('ACCESS_MANAGEMENT');
}
