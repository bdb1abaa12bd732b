import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readFindingsSearch } from './findings-search.ts';

const findingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/findings',
  validateSearch: readFindingsSearch,
  component: lazyRouteComponent(() => import('./findings-page.tsx'), 'FindingsPage'),
});

export const findingsRoutes = [findingsRoute] as const;
