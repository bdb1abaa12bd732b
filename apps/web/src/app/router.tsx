import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { authRoutes } from '../features/auth/auth-routes.ts';
import { componentsRoutes } from '../features/components/components-routes.ts';
import { findingsRoutes } from '../features/findings/findings-routes.ts';
import { licensesRoutes } from '../features/licenses/licenses-routes.ts';
import { portfolioRoutes } from '../features/portfolio/portfolio-routes.ts';
import { vulnerabilitiesRoutes } from '../features/vulnerabilities/vulnerabilities-routes.ts';
import { parseSearch, stringifySearch } from '../ui/search-params.ts';
import { rootRoute } from './root-route.tsx';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...findingsRoutes,
    ...portfolioRoutes,
    ...componentsRoutes,
    ...vulnerabilitiesRoutes,
    ...licensesRoutes,
    ...authRoutes,
  ]),
  basepath: new URL(document.baseURI).pathname,
  parseSearch,
  stringifySearch,
  scrollRestoration: false,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
});

/** Loads the code of the page at the present address, without showing it. */
export async function preloadPage(): Promise<void> {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  const matches = router.matchRoutes(router.latestLocation);
  await Promise.all(
    matches.map(({ routeId }) => routes[routeId]).map((route) => route && router.loadRouteChunk(route)),
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
