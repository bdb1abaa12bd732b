import type { Principal } from '../../platform/http/principal.ts';
import type { ViewReader } from './saved-view-store.ts';
import { listOpenPages } from './view-rights.ts';

export function toViewReader(user: Principal): ViewReader {
  return { userId: user.id, sharedPages: listOpenPages(user) };
}
