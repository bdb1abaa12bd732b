import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readLicensesSearch } from './licenses-search.ts';

const licensesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licenses',
  validateSearch: readLicensesSearch,
  component: lazyRouteComponent(() => import('./licenses-page.tsx'), 'LicensesPage'),
});

const licenseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/licenses/$id',
  component: lazyRouteComponent(() => import('./license-page.tsx'), 'LicensePage'),
});

export const licensesRoutes = [licensesRoute, licenseRoute] as const;
