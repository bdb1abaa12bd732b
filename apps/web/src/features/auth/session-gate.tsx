import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
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
  const [lastUser, setLastUser] = useState<string>();
  if (session?.username && session.username !== lastUser) {
    // Nothing that another user has loaded may be shown to this one.
    if (lastUser !== undefined)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    setLastUser(session.username);
  }
  if (!session) return error ? <Problem error={error} onRetry={() => void refetch()} /> : null;
  if (!session.signedIn && lastUser === undefined) return <SignInPage />;
  return (
    <>
      {children}
      {session.signedIn ? (
        <SessionWarning session={session} />
      ) : (
        <SessionEndedDialog username={lastUser ?? ''} onOtherUser={() => setLastUser(undefined)} />
      )}
    </>
  );
}
