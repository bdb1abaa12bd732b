import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A table of few rows, which scrolls if it is wider than its place. */
export function Table({ label, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={label}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}
