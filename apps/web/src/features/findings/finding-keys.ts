import type { AnalysisState, Finding } from '@tallyman/contract';
import type { KeyboardEvent } from 'react';
import { STATE_KEYS } from './decision-words.ts';
import type { ScopedGroup } from './group-rows.ts';
import { undoLast } from './undo-stack.ts';

/** The row that a key acts on. */
export type KeyTarget = { readonly finding: Finding } | { readonly group: ScopedGroup };

export interface KeyActions {
  readonly mayDecide: boolean;
  readonly onFilter: () => void;
  readonly onViews: () => void;
  readonly onGroup: () => void;
  /** Returns false if nothing is open or selected. */
  readonly onEscape: () => boolean;
  readonly onAll: () => void;
  /** Without a row, it acts on what is selected. */
  readonly onState: (target: KeyTarget | undefined, state: AnalysisState) => void;
  readonly onSuppress: (target: KeyTarget) => void;
  readonly onComment: (finding: Finding) => void;
}

/** Keys of the list of findings; returns whether it was one. */
export function handleFindingKey(
  { key }: Pick<KeyboardEvent, 'key'>,
  target: KeyTarget | undefined,
  actions: KeyActions,
): boolean {
  if (key === '/') actions.onFilter();
  else if (key === 'v') actions.onViews();
  else if (key === 'g') actions.onGroup();
  else if (key === 'Escape') return actions.onEscape();
  else if (!actions.mayDecide) return false;
  else if (key === 'a') actions.onAll();
  else if (key === 'u') void undoLast();
  else if (key === 'n') actions.onState(target, 'NOT_AFFECTED');
  else if (STATE_KEYS[key]) actions.onState(target, STATE_KEYS[key] as AnalysisState);
  else if (!target) return false;
  else if (key === 's') actions.onSuppress(target);
  else if (key === 'c' && 'finding' in target) actions.onComment(target.finding);
  else return false;
  return true;
}
