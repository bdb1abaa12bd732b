import type { AnalysisState } from '@tallyman/contract';
import { formatDay } from '../../ui/format-day.ts';
import { STATE_WORDS } from './decision-words.ts';
import styles from './finding-state.module.css';

interface FindingStateProps {
  readonly state?: AnalysisState | undefined;
  readonly isSuppressed?: boolean;
  readonly expiresAt?: number | undefined;
}

/** A state has a shape of its own, so that it does not share the colours of severity. */
export function FindingState({ state = 'NOT_SET', isSuppressed = false, expiresAt }: FindingStateProps) {
  return (
    <span className={styles.state}>
      <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" data-state={state}>
        <Shape state={state} />
      </svg>
      <span className="truncate">{STATE_WORDS[state]}</span>
      {isSuppressed && <span className={styles.suppressed}>Suppressed</span>}
      {expiresAt !== undefined && (
        <time className={styles.expiry} dateTime={new Date(expiresAt).toISOString()}>
          until {formatDay(expiresAt)}
        </time>
      )}
    </span>
  );
}

function Shape({ state }: { readonly state: AnalysisState }) {
  switch (state) {
    case 'NOT_SET':
      return <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />;
    case 'IN_TRIAGE':
      return (
        <>
          <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" />
        </>
      );
    case 'EXPLOITABLE':
      return <path d="M6 1.500l5 9H1z" fill="currentColor" />;
    case 'FALSE_POSITIVE':
      return (
        <path
          d="M2.500 2.500l7 7M9.500 2.500l-7 7"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      );
    case 'NOT_AFFECTED':
      return <circle cx="6" cy="6" r="4.800" fill="currentColor" />;
    default:
      return (
        <path
          d="M2 6.500l2.700 2.700L10 3.500"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      );
  }
}
