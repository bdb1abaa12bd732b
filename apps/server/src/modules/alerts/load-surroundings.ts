import type { Context } from '../../platform/context.ts';
import { findSetting } from '../settings/find-setting.ts';
import type { LoadSurroundings } from './outgoing-message.ts';

/** Looked up for each delivery: changes take effect at once. */
export function createLoadSurroundings(ctx: Context): LoadSurroundings {
  return async () => ({
    baseUrl: (await findSetting(ctx.db, 'general', 'base.url')) ?? '',
    settings: {},
    teamAddresses: [],
  });
}
