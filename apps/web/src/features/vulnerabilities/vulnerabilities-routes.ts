import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readVulnerabilitiesSearch } from './vulnerabilities-search.ts';

const vulnerabilitiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vulnerabilities',
  validateSearch: readVulnerabilitiesSearch,
  component: lazyRouteComponent(() => import('./vulnerabilities-page.tsx'), 'VulnerabilitiesPage'),
});

const vulnerabilityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vulnerabilities/$source/$id',
  component: lazyRouteComponent(() => import('./vulnerability-page.tsx'), 'VulnerabilityPage'),
});

export const vulnerabilitiesRoutes = [vulnerabilitiesRoute, vulnerabilityRoute] as const;
