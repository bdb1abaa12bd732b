import type { Context } from '../../platform/context.ts';
import { findSetting } from '../settings/find-setting.ts';

/** How many days of metrics are kept. The property of the service takes precedence over the setting. */
export async function loadRetentionDays({ config, db }: Pick<Context, 'config' | 'db'>): Promise<number> {
  return (
    config['svc.metrics.retention-days'] ??
    Number(await findSetting(db, 'maintenance', 'metrics.retention.days'))
  );
}
