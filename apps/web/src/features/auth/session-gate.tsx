import type { BrowserSession } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { SessionContext, sessionQuery } from '../../api/session.ts';
import { Problem } from '../../ui/problem.tsx';
import { SessionEndedDialog } from './session-ended-dialog.tsx';
import { SessionWarning } from './session-warning.tsx';
import { SignInPage } from './sign-in-page.tsx';

/**
 * Shows the pages to those who are signed in, and the sign-in to others, at whatever address: after signing in they
 * are where they wanted to be. When a session ends the page below stays as it is, with everything typed into it.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const [last, setLast] = useState<BrowserSession>();
  if (session?.signedIn && session !== last) {
    // Nothing that another user has loaded may be shown to this one.
    if (last && last.username !== session.username) queryClient.removeQueries({ predicate: isNotSession });
    setLast(session);
  }
  if (!session) return error ? <Problem error={error} onRetry={() => void refetch()} /> : null;
  if (!last) return <SignInPage />;
  return (
    <SessionContext value={last}>
      <Fragment key={last.username}>{children}</Fragment>
      {session.signedIn ? (
        <SessionWarning session={session} />
      ) : (
        <SessionEndedDialog username={last.username ?? ''} onOtherUser={() => setLast(undefined)} />
      )}
    </SessionContext>
  );
}

function isNotSession({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== 'session';
}
