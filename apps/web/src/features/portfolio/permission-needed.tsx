import type { Access } from '@tallyman/contract';
import type { ReactNode } from 'react';

interface PermissionNeededProps {
  readonly operation: { readonly access: Access };
  /** What needs it: “Uploading”. */
  readonly children: ReactNode;
}

/** Says which permission an action needs that the reader may not perform. */
export function PermissionNeeded({ operation: { access }, children }: PermissionNeededProps) {
  if (access.kind !== 'any-of') return null;
  return (
    <p>
      {children} needs the permission {access.permissions.join(' or ')}. Administrators grant it.
    </p>
  );
}
