import { RE2JS } from 're2js';
import { isRegularExpression } from '../settings/value-rules.ts';

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

const MATCHES_NOTHING = '[^\\x00-\\x{10FFFF}]';

/** An expression that RE2 does not know, or that is too large, is refused when it is set; one that was stored otherwise matches nothing. */
function compile(expression: string | undefined): RE2JS | undefined {
  if (!expression) return undefined;
  if (isRegularExpression(expression) !== undefined) return RE2JS.compile(MATCHES_NOTHING);
  return RE2JS.compile(expression);
}
