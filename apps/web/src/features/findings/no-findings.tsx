import { EmptyState } from '../../ui/empty-state.tsx';

/** What a list of findings says when it has none. */
export function NoFindings({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No findings match">
      <p>Change or clear the filters above.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No findings">
      <p>
        Nothing that is known to be vulnerable was found in the projects you may see. Findings appear after a
        bill of materials was uploaded and the vulnerability sources were loaded.
      </p>
    </EmptyState>
  );
}
