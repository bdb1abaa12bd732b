import { ActionIcon } from '@mantine/core';
import { activityOperations } from '@tallyman/contract';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLiveUpdates } from '../api/live-updates.ts';
import { mayCall, useMayCall, useSession } from '../api/session.ts';
import { Icon } from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { CommandMenu } from './command-menu.tsx';
import { KeyHelp } from './key-help.tsx';
import { NAVIGATION } from './navigation.ts';
import styles from './shell.module.css';

/** Menus are large: they come after the page. */
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

const ActivityButton = lazy(async () => ({
  default: (await import('../features/activity/activity-button.tsx')).ActivityButton,
}));

/** What surrounds every page: the bar with search and user, and the main menu. */
export function Shell() {
  useLiveUpdates();
  const [isOpen, setIsOpen] = useState(false);
  const maySeeActivity = useMayCall(activityOperations.listActivity);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed address closes the menu
  useEffect(() => setIsOpen(false), [path]);
  return (
    <div className={styles.shell} data-nav-open={isOpen || undefined}>
      <button type="button" className={styles.skip} onClick={focusContent}>
        Skip to content
      </button>
      <header className={styles.bar}>
        <ActionIcon
          className={styles.burger}
          aria-label="Main menu"
          aria-expanded={isOpen}
          aria-controls="main-menu"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="menu" />
        </ActionIcon>
        <Link to="/" className={styles.home} aria-label="Tallyman, overview">
          <Mark />
        </Link>
        <CommandMenu />
        <span className={styles.space} />
        {maySeeActivity && (
          <Suspense fallback={<span className={styles.userMenu} />}>
            <ActivityButton />
          </Suspense>
        )}
        <KeyHelp />
        <Suspense fallback={<span className={styles.userMenu} />}>
          <UserMenu />
        </Suspense>
      </header>
      <Navigation />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

function focusContent(): void {
  document.getElementById('content')?.focus();
}

function Navigation() {
  const session = useSession();
  return (
    <nav id="main-menu" className={styles.nav} aria-label="Main">
      {NAVIGATION.map(({ title, destinations }) => {
        const allowed = destinations.filter(({ needs }) => mayCall(session, needs));
        if (allowed.length === 0) return null;
        return (
          <div key={title}>
            <h2 className={styles.section}>{title}</h2>
            <ul className={styles.links}>
              {allowed.map(({ label, to, icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.link}
                    activeOptions={{ includeSearch: false, exact: to === '/' }}
                  >
                    <Icon name={icon} />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
