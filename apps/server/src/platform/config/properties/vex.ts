import { property } from '../property.ts';
import { integer } from '../value-types.ts';

const TEN_YEARS = 3_650;

export const vexProperties = {
  'svc.vex.max-bytes': property(integer(1_024, 4_294_967_296, 134_217_728), {
    default: 134_217_728,
    description: 'Maximum size of a VEX document, in bytes, as sent and decompressed.',
  }),
  'svc.vex.original.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description: 'Retention of imported VEX documents, in days. `0` keeps all.',
  }),
  'svc.vex.receipt.retention-days': property(integer(0, TEN_YEARS, 365), {
    default: 365,
    description: 'Retention of the receipts of VEX imports, in days. `0` keeps all.',
  }),
};
