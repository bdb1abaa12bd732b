import type { Principal } from '../../../platform/http/principal.ts';

/** For jobs of the service itself: sees every project. */
export const SYSTEM_PRINCIPAL: Principal = {
  kind: 'user',
  id: 0,
  name: 'system',
  permissions: new Set(['PORTFOLIO_ACCESS_CONTROL_BYPASS']),
  teamIds: [],
};
