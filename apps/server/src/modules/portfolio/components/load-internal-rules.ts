import type { Db } from '../../../platform/db/database.ts';
import { findSetting } from '../../settings/find-setting.ts';
import { type InternalRules, type IsInternal, toInternalRule } from './internal-rule.ts';

/** Returns a predicate made of the current settings. */
export async function loadInternalRules(db: Db): Promise<IsInternal> {
  return toInternalRule(await getInternalRules(db));
}

/** The current settings as plain data, for other threads. */
export async function getInternalRules(db: Db): Promise<InternalRules> {
  const [groups, names, mode] = await Promise.all([
    findSetting(db, 'internal-components', 'groups.regex'),
    findSetting(db, 'internal-components', 'names.regex'),
    findSetting(db, 'internal-components', 'match-mode'),
  ]);
  return { groups, names, mode: mode === 'AND' ? 'AND' : 'OR' };
}
