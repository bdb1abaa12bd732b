import styles from './chip.module.css';
import { formatShortCount } from './format-number.ts';

interface ChipProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly children: string;
  /** How many rows it would show, if known. */
  readonly count?: number | undefined;
  /** Says more than the label has space for. */
  readonly title?: string;
}

/** A filter that is on or off. */
export function Chip({ isOn, onToggle, children, count, title }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} title={title} onClick={onToggle}>
      {children}
      {count !== undefined && <span className={styles.count}>{formatShortCount(count)}</span>}
    </button>
  );
}
