import { property } from '../property.ts';
import { integer, milliseconds } from '../value-types.ts';

const TEN_YEARS = 3_650;

export const findingIntegrationProperties = {
  'svc.finding-integrations.response-timeout-ms': property(milliseconds(100), {
    default: 600_000,
    description:
      'Time limit for the response of DefectDojo, Fortify SSC or Kenna after findings were sent. Importing many findings takes minutes.',
  }),
  'svc.finding-integrations.log.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description: 'Retention of the log of pushed findings, in days. `0` keeps all.',
  }),
};
