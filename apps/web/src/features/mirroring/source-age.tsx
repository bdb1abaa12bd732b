import type { VulnDataSource } from '@tallyman/contract';
import { Time } from '../../ui/time.tsx';
import styles from './data-sources.module.css';

/** When the data of a source was last loaded; marked if it never was, or too long ago. */
export function SourceAge({ source: { state, last_success } }: { readonly source: VulnDataSource }) {
  if (last_success === undefined) return <span className={styles.stale}>never loaded</span>;
  return (
    <span className={state === 'STALE' ? styles.stale : 'muted'}>
      <Time at={last_success} />
      {state === 'STALE' && ', stale'}
    </span>
  );
}
