import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../ui/page.tsx';
import type { FindingsSearch } from './findings-search.ts';
import { FindingsView } from './findings-view.tsx';

const route = getRouteApi('/findings');

/** All findings that the user may see. */
export function FindingsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<FindingsSearch>, replace = false) =>
    void navigate({ search: (present) => ({ ...present, ...changed }), replace });
  return (
    <FindingsView search={search} onSearch={change}>
      {(facts, content, actions) => (
        <Page title="Findings" facts={facts} actions={actions} fills>
          {content}
        </Page>
      )}
    </FindingsView>
  );
}
