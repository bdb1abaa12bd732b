import { RE2JS } from 're2js';
import { isRegularExpression } from '../../settings/value-rules.ts';

interface Named {
  readonly group?: string | null;
  readonly name: string;
}

/** Whether a component is internal. */
export type IsInternal = (component: Named) => boolean;

export interface InternalRules {
  readonly groups: string | undefined;
  readonly names: string | undefined;
  /** `OR`: one of the expressions must match. `AND`: every expression that is set must match. */
  readonly mode: 'OR' | 'AND';
}

/** Expressions must match the whole text. They run on RE2 in linear time, because users write them. */
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

const MATCHES_NOTHING = '[^\\x00-\\x{10FFFF}]';

/** The settings refuse invalid expressions. One that was stored in another way matches nothing. */
function compile(expression: string | undefined): RE2JS | undefined {
  if (!expression) return undefined;
  if (isRegularExpression(expression) !== undefined) return RE2JS.compile(MATCHES_NOTHING);
  return RE2JS.compile(expression);
}
