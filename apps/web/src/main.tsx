import './ui/styles/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session.ts';
import { preloadPage, router } from './app/router.tsx';
import { SessionGate } from './features/auth/session-gate.tsx';
import { Notices } from './ui/notices.tsx';
import { theme } from './ui/theme.ts';

// The scroll lock of dialogs writes a style element, which only this nonce lets through.
const nonce = readNonce();
if (nonce) setNonce(nonce);

/** Browsers hide the attribute from selectors, but not from scripts. */
function readNonce(): string | undefined {
  return [...document.scripts].map((script) => script.nonce).find(Boolean);
}

// The code of the page arrives while the session is asked for.
void queryClient.prefetchQuery(sessionQuery);
void preloadPage();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <SessionGate>
          <RouterProvider router={router} />
        </SessionGate>
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
