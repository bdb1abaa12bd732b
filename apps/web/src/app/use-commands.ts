import { projectOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/api-query.ts';
import { mayCall, useSession } from '../api/session.ts';
import type { IconName } from '../ui/icons.tsx';
import { NAVIGATION } from './navigation.ts';

type Place =
  | { readonly to: '/findings'; readonly search?: { readonly q?: string } }
  | { readonly to: '/projects' }
  | { readonly to: '/projects/$uuid'; readonly params: { readonly uuid: string } };

interface Command {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  readonly place: Place;
}

interface FoundCommands {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
}

const MOST_PROJECTS = 8;

/** Where one can go by the text typed so far. */
export function useCommands(text: string): FoundCommands {
  const session = useSession();
  const words = text.trim();
  const projects = useQuery({
    ...apiQuery(projectOperations.listProjects, { query: { searchText: words, limit: MOST_PROJECTS } }),
    enabled: words !== '' && mayCall(session, projectOperations.listProjects),
  });
  const pages = NAVIGATION.flatMap(({ destinations }) => destinations)
    .filter(
      ({ label, needs }) => label.toLowerCase().includes(words.toLowerCase()) && mayCall(session, needs),
    )
    .map(({ label, to, icon }): Command => ({ key: to, label, hint: 'Page', icon, place: { to } }));
  const found = (words === '' ? [] : (projects.data?.body ?? [])).map(
    ({ uuid, name, version }): Command => ({
      key: uuid,
      label: name,
      hint: version ?? 'Project',
      icon: 'projects',
      place: { to: '/projects/$uuid', params: { uuid } },
    }),
  );
  const search: Command = {
    key: 'search-findings',
    label: `Findings with “${words}”`,
    hint: 'Filter',
    icon: 'findings',
    place: { to: '/findings', search: { q: words } },
  };
  return {
    commands: [...pages, ...found, ...(words === '' ? [] : [search])],
    isSearching: projects.isFetching,
  };
}
