import type { ConfigProperty } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findSetting } from './find-setting.ts';
import { getKnownSetting } from './get-known-setting.ts';
import type { Visibility } from './known-settings.ts';
import { presentSetting } from './present-setting.ts';

/** Reads one setting for a caller who may see only settings of some visibility. */
export async function readSetting(
  ctx: Context,
  group: string,
  name: string,
  readable: readonly Visibility[],
): Promise<ConfigProperty> {
  const known = getKnownSetting(group, name);
  if (!readable.includes(known.visibility)) {
    throw new AppError(
      'forbidden',
      `The property ${group}.${name} can be read only with GET /api/v1/configProperty, which needs a permission.`,
    );
  }
  return presentSetting(known, await findSetting(ctx.db, group, name));
}
