import type { FindingGrouping, FindingTotals as Totals } from '@tallyman/contract';
import { countOf } from '../../ui/format-number.ts';
import styles from './finding-totals.module.css';

interface FindingTotalsProps {
  readonly totals: Totals | undefined;
  readonly onGroup: (group: FindingGrouping) => void;
}

/** What the findings amount to, if there are not too many to count. Each number groups the list. */
export function FindingTotals({ totals, onGroup }: FindingTotalsProps) {
  if (totals?.type !== 'EXACT' || totals.findings === 0) return null;
  const numbers = [
    ['vulnerability', countOf(totals.vulnerabilities, 'vulnerability', 'vulnerabilities')],
    ['component', countOf(totals.components, 'component')],
    ['fix', countOf(totals.upgrades, 'upgrade')],
  ] as const;
  return (
    <span className={styles.totals}>
      {numbers.map(([group, text]) => (
        <span key={group}>
          {' = '}
          <button type="button" className={styles.number} onClick={() => onGroup(group)}>
            {text}
          </button>
        </span>
      ))}
    </span>
  );
}
