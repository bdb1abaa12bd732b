import { property } from '../property.ts';
import { integer } from '../value-types.ts';

const TEN_YEARS = 3_650;

export const auditLogProperties = {
  'svc.audit-log.retention-days': property(integer(0, TEN_YEARS, 365), {
    default: 365,
    description: 'Retention of the log of administrative actions and sign-ins, in days. `0` keeps all.',
  }),
};
