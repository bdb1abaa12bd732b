import type { Project } from '@tallyman/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FindingsSearch } from '../findings/findings-search.ts';
import { FindingsView } from '../findings/findings-view.tsx';
import { toFindingsSearch } from './project-search.ts';
import styles from './project-tab.module.css';

const route = getRouteApi('/projects/$uuid');
const HIDDEN_COLUMNS = ['project'];

export function ProjectFindings({ project }: { readonly project: Project }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changed: Partial<FindingsSearch>, replace = false) =>
      void navigate({ search: (present) => ({ ...present, ...changed }), replace }),
    [navigate],
  );
  return (
    <FindingsView
      search={{ ...toFindingsSearch(search), project: project.uuid }}
      onSearch={change}
      hiddenColumns={HIDDEN_COLUMNS}
    >
      {(facts, content, actions) => (
        <>
          <div className={styles.head}>
            <p className={styles.count}>{facts}</p>
            <div className={styles.actions}>{actions}</div>
          </div>
          {content}
        </>
      )}
    </FindingsView>
  );
}
