import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readTrendSearch } from '../metrics/trend-days.ts';
import { readProjectSearch } from './project-search.ts';
import { readProjectsSearch } from './projects-search.ts';

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readTrendSearch,
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});

const projectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  validateSearch: readProjectsSearch,
  component: lazyRouteComponent(() => import('./projects-page.tsx'), 'ProjectsPage'),
});

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$uuid',
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(() => import('./project-page.tsx'), 'ProjectPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$uuid/compare/$other',
  component: lazyRouteComponent(() => import('./compare-page.tsx'), 'ComparePage'),
});

export const portfolioRoutes = [overviewRoute, projectsRoute, projectRoute, compareRoute] as const;
