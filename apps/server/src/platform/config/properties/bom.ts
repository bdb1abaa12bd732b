import { property } from '../property.ts';
import { integer } from '../value-types.ts';

const TEN_YEARS = 3_650;

export const bomProperties = {
  'svc.bom.max-bytes': property(integer(1_024, 4_294_967_296, 536_870_912), {
    default: 536_870_912,
    description: 'Maximum size of an uploaded document, in bytes, as sent and decompressed.',
  }),
  'svc.bom.original.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description:
      'Retention of uploaded documents, in days. The last imported document of a project is always kept. `0` keeps all.',
  }),
  'svc.bom.history.retention-days': property(integer(0, TEN_YEARS, 365), {
    default: 365,
    description:
      'Retention of the upload history, in days. The last upload of a project is always kept. `0` keeps all.',
  }),
  'svc.bom.removed-components.retention-days': property(integer(0, TEN_YEARS, 90), {
    default: 90,
    description:
      'Retention of components that are missing in the last upload, in days. If a later upload contains them again, they keep their UUID and decisions. The history of findings (`asOf`) reaches back as long. `0` keeps both without limit.',
  }),
};
