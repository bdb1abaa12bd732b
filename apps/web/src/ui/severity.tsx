import type { Severity as SeverityName } from '@tallyman/contract';
import styles from './severity.module.css';

const WORDS: Record<SeverityName, string> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  INFO: 'Info',
  UNASSIGNED: 'Unrated',
};
const STEPS: Record<SeverityName, number> = {
  CRITICAL: 4,
  HIGH: 3,
  MEDIUM: 2,
  LOW: 1,
  INFO: 0,
  UNASSIGNED: 0,
};

export function severityWord(severity: SeverityName): string {
  return WORDS[severity];
}

interface SeverityProps {
  readonly severity: SeverityName;
  /** Every severity as a badge, not only the critical one. */
  readonly isFilled?: boolean;
}

/** A word and four steps: never colour alone. */
export function Severity({ severity, isFilled = severity === 'CRITICAL' }: SeverityProps) {
  return (
    <span className={styles.severity} data-severity={severity} data-filled={isFilled || undefined}>
      <svg aria-hidden="true" width="14" height="10" viewBox="0 0 14 10">
        {[0, 1, 2, 3].map((step) => (
          <rect
            key={step}
            x={step * 3.6}
            y={7.5 - step * 2.5}
            width="2.6"
            height={2.5 + step * 2.5}
            rx="0.6"
            fill="currentColor"
            opacity={step < STEPS[severity] ? 1 : 0.28}
          />
        ))}
      </svg>
      {WORDS[severity]}
    </span>
  );
}
