import { Button, Modal } from '@mantine/core';
import type { BrowserSession } from '@tallyman/contract';
import { useEffect, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import styles from './session-warning.module.css';
import { SignInForm } from './sign-in-form.tsx';

const WARN_MS = 5 * 60_000;
/** Timers of browsers cannot wait longer. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Says five minutes before the end of a session that it ends, and offers to sign in again in place. */
export function SessionWarning({ session }: { readonly session: BrowserSession }) {
  const [isNear, setIsNear] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const remainingMs = session.expiresInMs ?? Number.POSITIVE_INFINITY;
  useEffect(() => {
    setIsNear(false);
    setIsAsking(false);
    if (remainingMs > LONGEST_TIMER_MS) return;
    const near = setTimeout(() => setIsNear(true), Math.max(0, remainingMs - WARN_MS));
    const end = setTimeout(() => void queryClient.invalidateQueries(sessionQuery), remainingMs + 1_000);
    return () => {
      clearTimeout(near);
      clearTimeout(end);
    };
  }, [remainingMs]);
  if (!isNear) return null;
  return (
    <>
      <section className={styles.banner} aria-label="Session" aria-live="polite">
        <span>Your session ends in less than five minutes. What you have entered stays.</span>
        <Button variant="filled" onClick={() => setIsAsking(true)}>
          Stay signed in
        </Button>
      </section>
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title="Stay signed in">
        <SignInForm username={session.username ?? ''} />
      </Modal>
    </>
  );
}
