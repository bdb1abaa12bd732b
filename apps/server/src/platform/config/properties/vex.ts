import { property } from '../property.ts';
import { integer } from '../value-types.ts';

const TEN_YEARS = 3_650;

export const vexProperties = {
  'svc.vex.max-bytes': property(integer(1_024, 4_294_967_296, 134_217_728), {
    default: 134_217_728,
    description: 'Largest VEX document, in bytes, both as it is sent and after decompression.',
  }),
  'svc.vex.original.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description: 'Days for which imported VEX documents are kept as they were. `0` keeps all.',
  }),
  'svc.vex.receipt.retention-days': property(integer(0, TEN_YEARS, 365), {
    default: 365,
    description: 'Days for which the receipts of VEX imports are kept. `0` keeps all.',
  }),
};
