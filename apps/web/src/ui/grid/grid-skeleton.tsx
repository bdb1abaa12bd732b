import { Skeleton } from '@mantine/core';
import styles from './grid-skeleton.module.css';

const ROWS = Array.from({ length: 14 }, (_, index) => `row ${index}`);

/** Rows of the right height while the first ones load; shown after a moment, so that quick answers do not flicker. */
export function GridSkeleton() {
  return (
    <div className={styles.rows} role="status" aria-label="Loading">
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={10} />
        </div>
      ))}
    </div>
  );
}
