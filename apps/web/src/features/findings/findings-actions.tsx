import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FindingsSearch } from './findings-search.ts';

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }));

/** What can be done with all findings of a search. */
export function FindingsActions({ search }: { readonly search: FindingsSearch }) {
  return (
    <Suspense fallback={<Button disabled>Export</Button>}>
      <ExportMenu search={search} />
    </Suspense>
  );
}
