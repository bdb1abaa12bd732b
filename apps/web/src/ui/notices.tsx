import { Button, CloseButton } from '@mantine/core';
import { hideNotice, useNotice } from './notice-store.ts';
import styles from './notices.module.css';

/** The place where the latest notice is shown, and read out. */
export function Notices() {
  const notice = useNotice();
  return (
    <section className={styles.place} aria-label="Notices" aria-live="polite">
      {notice && (
        <div className={styles.notice} data-tone={notice.tone ?? 'info'}>
          <span className={styles.text}>{notice.text}</span>
          {notice.action && (
            <Button variant="subtle" onClick={notice.action.run}>
              {notice.action.label}
            </Button>
          )}
          <CloseButton size="sm" aria-label="Dismiss" onClick={hideNotice} />
        </div>
      )}
    </section>
  );
}
