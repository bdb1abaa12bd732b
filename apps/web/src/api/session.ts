import {
  type Access,
  type BrowserSession,
  browserSessionOperations,
  type Permission,
} from '@tallyman/contract';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { client } from './client.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<BrowserSession> =>
    (await client.call(browserSessionOperations.getBrowserSession, { signal })).body,
  staleTime: 60_000,
});

/** The session that the pages were shown for. It stays while an ended one is renewed, so that no page loses anything. */
export const SessionContext = createContext<BrowserSession>({ signedIn: false });

export function useSession(): BrowserSession {
  return useContext(SessionContext);
}

/** Whether the signed-in user may call an operation: what is not allowed is not offered. */
export function mayCall(session: BrowserSession, { access }: { readonly access: Access }): boolean {
  if (access.kind === 'public') return true;
  if (!session.signedIn) return false;
  return access.kind === 'authenticated' || access.permissions.some((name) => holds(session, name));
}

function holds({ permissions }: BrowserSession, permission: Permission): boolean {
  return permissions?.includes(permission) ?? false;
}

export function useMayCall(operation: { readonly access: Access }): boolean {
  return mayCall(useSession(), operation);
}
