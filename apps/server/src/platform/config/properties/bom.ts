import { property } from '../property.ts';
import { integer } from '../value-types.ts';

const TEN_YEARS = 3_650;

export const bomProperties = {
  'svc.bom.max-bytes': property(integer(1_024, 4_294_967_296, 536_870_912), {
    default: 536_870_912,
    description: 'Largest uploaded document, in bytes, both as it is sent and after decompression.',
  }),
  'svc.bom.original.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description:
      'Days for which uploaded documents are kept as they were. The one that a project was last imported from ' +
      'always stays. `0` keeps all.',
  }),
  'svc.bom.history.retention-days': property(integer(0, TEN_YEARS, 365), {
    default: 365,
    description:
      'Days for which it is remembered who uploaded what and what became of it. ' +
      'The last upload of a project always stays. `0` remembers all.',
  }),
  'svc.bom.removed-components.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description:
      'Days for which components that an upload no longer has are kept, so that they get their UUID and all ' +
      'decisions back when a later upload has them again. `0` keeps them for ever.',
  }),
};
