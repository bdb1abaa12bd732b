import type { Db } from '../../platform/db/database.ts';
import { findSetting } from '../settings/find-setting.ts';
import { type InternalRules, type IsInternal, toInternalRule } from './internal-rule.ts';

/** The rules as they are set now, ready to be held against many components. */
export async function loadInternalRules(db: Db): Promise<IsInternal> {
  return toInternalRule(await findInternalRules(db));
}

/** The rules as they are set now, to be taken to another thread. */
export async function findInternalRules(db: Db): Promise<InternalRules> {
  const [groups, names, mode] = await Promise.all([
    findSetting(db, 'internal-components', 'groups.regex'),
    findSetting(db, 'internal-components', 'names.regex'),
    findSetting(db, 'internal-components', 'match-mode'),
  ]);
  return { groups, names, mode: mode === 'AND' ? 'AND' : 'OR' };
}
