import { findingOperations, type Severity } from '@tallyman/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';

/** What findings a component of a project has. */
export interface ComponentFindings {
  /** The highest one. */
  readonly severity: Severity;
  readonly count: number;
}

export interface VulnerableComponents {
  /** By the UUID of the component, the worst first. */
  readonly byUuid: ReadonlyMap<string, ComponentFindings>;
  /** False if there are more than were read. */
  readonly isComplete: boolean;
}

const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Undefined while loading, after an error, and for users who may not see findings. */
export function useVulnerableComponents(project: string): VulnerableComponents | undefined {
  const mayView = useMayCall(findingOperations.listFindingGroups);
  return useQuery({ ...vulnerableComponentsQuery(project), enabled: mayView }).data;
}

function vulnerableComponentsQuery(project: string) {
  const operation = findingOperations.listFindingGroups;
  return queryOptions<VulnerableComponents>({
    queryKey: [operation.id, 'components of', project],
    queryFn: async ({ signal }) => {
      const byUuid = new Map<string, ComponentFindings>();
      let page_token: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = { project, by: 'component' as const, limit: PAGE_SIZE, page_token };
        const { body } = await call(operation, { query, signal });
        for (const { key, severity, finding_count } of body.items) {
          byUuid.set(key, { severity, count: finding_count });
        }
        page_token = body.next_page_token;
        if (page_token === undefined) break;
      }
      return { byUuid, isComplete: page_token === undefined };
    },
  });
}
