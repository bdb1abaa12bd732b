import type { SavedViewPage } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { listOpenPages } from './view-rights.ts';

/** Throws if a user who may not open a page would share a view of it. */
export function requireShareable(principal: Principal, page: SavedViewPage, isShared: boolean): void {
  if (!isShared || listOpenPages(principal).includes(page)) return;
  throw new AppError(
    'forbidden',
    'You can share views only of pages that you may open. Save a private view.',
  );
}
