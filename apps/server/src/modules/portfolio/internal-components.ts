import { RE2JS } from 're2js';
import type { Db } from '../../platform/db/database.ts';
import { findSetting } from '../settings/find-setting.ts';

interface Named {
  readonly group?: string | null;
  readonly name: string;
}

/** Says whether a component is made in-house. */
export type IsInternal = (component: Named) => boolean;

export interface InternalRules {
  readonly groups: string | undefined;
  readonly names: string | undefined;
  /** One of the expressions must match, or every one that is set. */
  readonly mode: 'OR' | 'AND';
}

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

/** Full matches count. Patterns of users run on RE2, in linear time: the engine of the language can be made to hang. */
export function toInternalRule({ groups, names, mode }: InternalRules): IsInternal {
  const [ofGroups, ofNames] = [compile(groups), compile(names)];
  if (!ofGroups && !ofNames) return () => false;
  return ({ group, name }) => {
    const verdicts = [
      ...(ofGroups ? [group !== null && group !== undefined && ofGroups.testExact(group)] : []),
      ...(ofNames ? [ofNames.testExact(name)] : []),
    ];
    return mode === 'AND' ? verdicts.every(Boolean) : verdicts.some(Boolean);
  };
}

/** An expression that RE2 does not know is refused when it is set; one that came otherwise matches nothing. */
function compile(expression: string | undefined): RE2JS | undefined {
  if (!expression) return undefined;
  try {
    return RE2JS.compile(expression);
  } catch {
    return RE2JS.compile('[^\\x00-\\x{10FFFF}]');
  }
}
