import styles from './chip.module.css';

interface ChipProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly children: string;
}

/** A filter that is on or off. */
export function Chip({ isOn, onToggle, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  );
}
