import { Button } from '@mantine/core';
import { lazy, type RefObject, Suspense } from 'react';
import type { FindingsSearch } from './findings-search.ts';
import { GroupSwitch } from './group-switch.tsx';

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }));
const ViewsMenu = lazy(async () => ({ default: (await import('../saved-views/views-menu.tsx')).ViewsMenu }));

interface FindingsActionsProps {
  readonly search: FindingsSearch;
  readonly onSearch: (change: Partial<FindingsSearch>) => void;
  /** The page is about one project, which is not part of a view. */
  readonly isOfProject: boolean;
  /** The button that opens the menu of views. */
  readonly viewsRef: RefObject<HTMLButtonElement | null>;
}

/** Groups, saved views, and what can be done with all findings of a search. */
export function FindingsActions({ search, onSearch, isOfProject, viewsRef }: FindingsActionsProps) {
  const toView = (given: FindingsSearch) => (isOfProject ? { ...given, project: undefined } : given);
  return (
    <>
      <GroupSwitch group={search.group} onGroup={(group) => onSearch({ group })} />
      <Suspense fallback={<Button disabled>Views</Button>}>
        <ViewsMenu search={toView(search)} onSearch={(view) => onSearch(toView(view))} buttonRef={viewsRef} />
      </Suspense>
      <Suspense fallback={<Button disabled>Export</Button>}>
        <ExportMenu search={search} />
      </Suspense>
    </>
  );
}
