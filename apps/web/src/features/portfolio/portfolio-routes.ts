import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readProjectSearch } from './project-search.ts';
import { readProjectsSearch } from './projects-search.ts';

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

export const portfolioRoutes = [projectsRoute, projectRoute] as const;
