import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  /** Beside the title: how many, as of when. */
  readonly facts?: ReactNode;
  /** At the end of the line of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a title of its own. */
export function Card({ title, facts, actions, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {facts && <span className="muted">{facts}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Cards one below the other, as a column of `Columns`. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Cards beside each other where the window is wide enough. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
