import {
  activityOperations,
  type BrowserSession,
  componentV2Operations,
  findingOperations,
  licenseV2Operations,
  projectOperations,
  vulnerabilityOperations,
} from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/api-query.ts';
import { mayCall, useSession } from '../api/session.ts';
import { openActivity } from '../features/activity/open-activity.ts';
import type { FindingsSearch } from '../features/findings/findings-search.ts';
import { useSavedViews } from '../features/saved-views/use-saved-views.ts';
import { NEEDS_DECISION, toViewSearch } from '../features/saved-views/view-query.ts';
import type { IconName } from '../ui/icons.tsx';
import { NAVIGATION } from './navigation.ts';

type Place =
  | { readonly to: '/' }
  | { readonly to: '/findings'; readonly search?: FindingsSearch }
  | { readonly to: '/projects' }
  | { readonly to: '/projects/$uuid'; readonly params: { readonly uuid: string } }
  | { readonly to: '/components'; readonly search?: { readonly q: string } }
  | {
      readonly to: '/vulnerabilities' | '/licenses';
      readonly search?: { readonly q: string; readonly all: true };
    };

interface Command {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  /** Where it leads, or what it does. */
  readonly place: Place | (() => void);
}

interface FoundCommands {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
}

const MAX_PROJECTS = 8;
const MAX_VIEWS = 8;

/** Where one can go by the text typed so far. */
export function useCommands(text: string): FoundCommands {
  const session = useSession();
  const words = text.trim();
  const projects = useQuery({
    ...apiQuery(projectOperations.listProjects, { query: { searchText: words, limit: MAX_PROJECTS } }),
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
  const views = useViewCommands(words);
  return {
    commands: [
      ...pages,
      ...actionsFor(words, session),
      ...views,
      ...found,
      ...(words === '' ? [] : searchesFor(words, session)),
    ],
    isSearching: projects.isFetching,
  };
}

function actionsFor(words: string, session: BrowserSession): Command[] {
  const activity: Command = {
    key: 'activity',
    label: 'Recent activity',
    hint: 'Panel',
    icon: 'activity',
    place: openActivity,
  };
  const isWanted = activity.label.toLowerCase().includes(words.toLowerCase());
  return isWanted && mayCall(session, activityOperations.listActivity) ? [activity] : [];
}

/** Views of the list of findings. */
function useViewCommands(words: string): Command[] {
  const maySee = mayCall(useSession(), findingOperations.listFindings);
  const saved = useSavedViews(maySee);
  if (!maySee) return [];
  return [NEEDS_DECISION, ...saved]
    .filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
    .slice(0, MAX_VIEWS)
    .map(({ key, name, query }) => ({
      key,
      label: name,
      hint: 'View',
      icon: 'findings',
      place: { to: '/findings', search: toViewSearch(query) },
    }));
}

/** Lists filtered by the text, for those who may see them. */
function searchesFor(words: string, session: BrowserSession): Command[] {
  const findings: Command = {
    key: 'search-findings',
    label: `Findings with “${words}”`,
    hint: 'Filter',
    icon: 'findings',
    place: { to: '/findings', search: { q: words } },
  };
  const components: Command = {
    key: 'search-components',
    label: `Components with “${words}”`,
    hint: 'Filter',
    icon: 'components',
    place: { to: '/components', search: { q: words } },
  };
  const vulnerabilities: Command = {
    key: 'search-vulnerabilities',
    label: `Vulnerabilities with “${words}”`,
    hint: 'Filter',
    icon: 'vulnerabilities',
    place: { to: '/vulnerabilities', search: { q: words, all: true } },
  };
  const licenses: Command = {
    key: 'search-licenses',
    label: `Licences with “${words}”`,
    hint: 'Filter',
    icon: 'licenses',
    place: { to: '/licenses', search: { q: words, all: true } },
  };
  return [
    ...(mayCall(session, findingOperations.listFindings) ? [findings] : []),
    ...(mayCall(session, componentV2Operations.listComponentsV2) ? [components] : []),
    ...(mayCall(session, vulnerabilityOperations.listVulnerabilities) ? [vulnerabilities] : []),
    ...(mayCall(session, licenseV2Operations.listLicensesV2) ? [licenses] : []),
  ];
}
