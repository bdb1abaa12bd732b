import { createRootRoute } from '@tanstack/react-router';
import { NotFoundPage } from './not-found-page.tsx';
import { RouteError } from './route-error.tsx';
import { Shell } from './shell.tsx';

/** Every page is a child of this route; features add theirs in `features/<module>/<module>-routes.ts`. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
});
