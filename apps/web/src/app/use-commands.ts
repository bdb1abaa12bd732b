import { mayCall, useSession } from '../api/session.ts';
import type { IconName } from '../ui/icons.tsx';
import { NAVIGATION } from './navigation.ts';

interface Command {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  readonly to: { readonly to: '/findings'; readonly search?: { readonly q?: string } };
}

interface FoundCommands {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
}

/** Where one can go by the text typed so far. */
export function useCommands(text: string): FoundCommands {
  const session = useSession();
  const words = text.trim().toLowerCase();
  const pages = NAVIGATION.flatMap(({ destinations }) => destinations)
    .filter(({ label, needs }) => label.toLowerCase().includes(words) && mayCall(session, needs))
    .map(({ label, to, icon }): Command => ({ key: to, label, hint: 'Page', icon, to: { to } }));
  const search: Command[] =
    words === ''
      ? []
      : [
          {
            key: 'search-findings',
            label: `Findings with “${text.trim()}”`,
            hint: 'Filter',
            icon: 'findings',
            to: { to: '/findings', search: { q: text.trim() } },
          },
        ];
  return { commands: [...pages, ...search], isSearching: false };
}
