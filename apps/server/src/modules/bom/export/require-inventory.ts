import type { Permission } from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { invalid } from './to-export-target.ts';

const VULNERABILITY_PERMISSIONS: readonly Permission[] = [
  'VIEW_VULNERABILITY',
  'VULNERABILITY_ANALYSIS',
  'VULNERABILITY_ANALYSIS_READ',
];

/** Refuses the variants that say something about vulnerabilities: none is known to this release yet. */
export function requireInventory(principal: Principal, variant: string | undefined): void {
  const wanted = variant?.trim().toLowerCase() || 'inventory';
  if (wanted === 'inventory') return;
  if (wanted !== 'withvulnerabilities' && wanted !== 'vdr')
    throw invalid('variant', 'inventory, withVulnerabilities or vdr');
  if (!VULNERABILITY_PERMISSIONS.some((permission) => principal.permissions.has(permission))) {
    throw new AppError(
      'forbidden',
      `The variant ${variant} also needs one of the permissions ${VULNERABILITY_PERMISSIONS.join(', ')}.`,
    );
  }
  throw new AppError(
    'invalid',
    `The variant ${variant} is not available yet: this release exports the inventory only. Leave the variant out.`,
    { title: 'Not available yet' },
  );
}
