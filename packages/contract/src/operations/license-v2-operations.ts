import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { Flag, Uuid } from '../values.ts';

const ListedLicense = Type.Object(
  {
    uuid: Uuid,
    license_id: Type.String({ description: 'SPDX id, or the id of a custom licence' }),
    name: Type.String(),
    osi_approved: Type.Boolean(),
    fsf_libre: Type.Boolean(),
    deprecated: Type.Boolean(),
    custom_license: Type.Boolean(),
    component_count: Type.Integer({ description: 'Components of active projects that the caller may see' }),
  },
  { title: 'ListedLicense' },
);
export type ListedLicense = Static<typeof ListedLicense>;

export const licenseV2Operations = {
  listLicensesV2: operation({
    id: 'listLicensesV2',
    method: 'GET',
    path: '/api/v2/licenses',
    access: anyOf('VIEW_PORTFOLIO'),
    tag: 'licenses (v2)',
    summary: 'List licences with the number of components that have them',
    description:
      'A component counts for its licence and for each licence that its licence expression names. Components: ' +
      'GET /api/v2/components?license=…. Sortable: license_id, name, component_count.',
    query: Type.Object({
      q: Type.Optional(Type.String({ description: 'Part of the id or the name' })),
      only_used: Type.Optional(Flag),
      only_custom: Type.Optional(Flag),
      ...pagingMembers,
    }),
    responses: { 200: toListSchema(ListedLicense, 'LicenseList') },
  }),
};
