import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readComponentsSearch } from './components-search.ts';

const componentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/components',
  validateSearch: readComponentsSearch,
  component: lazyRouteComponent(() => import('./components-page.tsx'), 'ComponentsPage'),
});

const componentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/components/$uuid',
  component: lazyRouteComponent(() => import('./component-page.tsx'), 'ComponentPage'),
});

export const componentsRoutes = [componentsRoute, componentRoute] as const;
