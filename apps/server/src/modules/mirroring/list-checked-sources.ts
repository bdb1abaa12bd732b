import type { CheckedDataSource } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { listSourceStatus } from './source-status.ts';

/** Lists the age of the data that a document is checked against. */
export async function listCheckedSources(ctx: Context): Promise<CheckedDataSource[]> {
  const all = await listSourceStatus(ctx);
  return all.map(({ source, settings, state, lastSuccess }) => ({
    name: source.name,
    displayName: source.displayName,
    enabled: settings.isEnabled,
    state,
    ...(lastSuccess && { lastSuccess: lastSuccess.getTime() }),
  }));
}
