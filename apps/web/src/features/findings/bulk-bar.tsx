import { Button } from '@mantine/core';
import type { AnalysisState } from '@tallyman/contract';
import { formatCount } from '../../ui/format-number.ts';
import styles from './bulk-bar.module.css';
import { STATE_WORDS } from './decision-words.ts';

interface BulkBarProps {
  readonly count: number;
  /** All findings of the search are meant, of which `count` says how many there are. */
  readonly isAll: boolean;
  /** As people read it; absent if no more than the selected ones match. */
  readonly matching: string | undefined;
  readonly onAll: () => void;
  readonly onState: (state: AnalysisState) => void;
  readonly onClear: () => void;
}

const STATES: readonly AnalysisState[] = [
  'FALSE_POSITIVE',
  'IN_TRIAGE',
  'EXPLOITABLE',
  'RESOLVED',
  'NOT_SET',
];

/** What can be done with all selected findings at once. */
export function BulkBar({ count, isAll, matching, onAll, onState, onClear }: BulkBarProps) {
  return (
    <section className={styles.bar} aria-label="Selected findings">
      <strong>
        {isAll ? `All ${matching ?? formatCount(count)} matching` : `${formatCount(count)} selected`}
      </strong>
      {!isAll && matching !== undefined && (
        <Button variant="subtle" onClick={onAll}>
          Select all {matching} matching
        </Button>
      )}
      <Button variant="filled" onClick={() => onState('NOT_AFFECTED')}>
        Not affected…
      </Button>
      {STATES.map((state) => (
        <Button key={state} onClick={() => onState(state)}>
          {STATE_WORDS[state]}
          {isAll ? '…' : ''}
        </Button>
      ))}
      <span className={styles.space} />
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
