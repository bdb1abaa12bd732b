import styles from './chip.module.css';
import { formatCount } from './format-number.ts';

interface ChipProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly children: string;
  /** How many rows it would show, if known. */
  readonly count?: number | undefined;
}

/** A filter that is on or off. */
export function Chip({ isOn, onToggle, children, count }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onToggle}>
      {children}
      {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
    </button>
  );
}
