import { type Access, findingOperations, type Permission, type SavedViewPage } from '@tallyman/contract';
import type { Principal } from '../../platform/http/principal.ts';
import type { SavedViewRow } from './saved-view.ts';

/** A shared view is visible to users who may open its page. */
const ACCESS_OF_PAGE: Readonly<Record<SavedViewPage, Access>> = {
  findings: findingOperations.listFindings.access,
};

/** The pages that a user may open. */
export function listOpenPages({ permissions }: Principal): SavedViewPage[] {
  return (Object.keys(ACCESS_OF_PAGE) as SavedViewPage[]).filter((page) => {
    const access = ACCESS_OF_PAGE[page];
    return access.kind !== 'any-of' || access.permissions.some((permission) => permissions.has(permission));
  });
}

type Owned = Pick<SavedViewRow, 'ownerId'>;

export function isOwnView({ id }: Principal, { ownerId }: Owned): boolean {
  return ownerId === id;
}

/** For views that the principal sees. */
export function mayUpdateView(principal: Principal, view: Owned): boolean {
  return isOwnView(principal, view) || holdsOne(principal, 'PORTFOLIO_MANAGEMENT_UPDATE');
}

/** For views that the principal sees. */
export function mayDeleteView(principal: Principal, view: Owned): boolean {
  return isOwnView(principal, view) || holdsOne(principal, 'PORTFOLIO_MANAGEMENT_DELETE');
}

function holdsOne({ permissions }: Principal, part: Permission): boolean {
  return permissions.has('PORTFOLIO_MANAGEMENT') || permissions.has(part);
}
