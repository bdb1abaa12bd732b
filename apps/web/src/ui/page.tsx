import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Beside the title: how many, of when. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the title: the way here. */
  readonly trail?: ReactNode;
  /** The page fills the window and scrolls inside, as lists do. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: its title, also in the window's, what can be done, and the content. */
export function Page({ title, facts, actions, trail, fills = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${shorten(title)} · Tallyman`;
  }, [title]);
  return (
    <div className={styles.page} data-fills={fills || undefined}>
      {trail && <div className={styles.trail}>{trail}</div>}
      <header className={styles.header}>
        <div className={styles.title}>
          <h1 dir="auto">{title}</h1>
          {facts && <span className={styles.facts}>{facts}</span>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
