import { AppError } from '../../platform/errors.ts';
import { findKnownSetting, type KnownSetting } from './known-settings.ts';

export function getKnownSetting(group: string, name: string): KnownSetting {
  const known = findKnownSetting(group, name);
  if (known) return known;
  throw new AppError(
    'not-found',
    `Property ${group}.${name} does not exist. GET /api/v1/configProperty lists all properties.`,
  );
}
