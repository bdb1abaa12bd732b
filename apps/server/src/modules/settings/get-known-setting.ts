import { AppError } from '../../platform/errors.ts';
import { findKnownSetting, type KnownSetting } from './known-settings.ts';

export function getKnownSetting(group: string, name: string): KnownSetting {
  const known = findKnownSetting(group, name);
  if (known) return known;
  throw new AppError(
    'not-found',
    `There is no property ${group}.${name}. GET /api/v1/configProperty lists them all.`,
  );
}
