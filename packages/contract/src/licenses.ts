import Type, { type Static } from 'typebox';
import { optional, text } from './optional.ts';
import { LINES, ONE_LINE, PrintableName, Uuid } from './values.ts';

const conciseMembers = {
  uuid: Uuid,
  name: Type.String(),
  licenseId: Type.String({ description: 'SPDX id, or the id of a custom licence' }),
  isOsiApproved: Type.Boolean(),
  isFsfLibre: Type.Boolean(),
  isDeprecatedLicenseId: Type.Boolean(),
  isCustomLicense: Type.Boolean(),
};

export const ConciseLicense = Type.Object(conciseMembers, { title: 'ConciseLicense' });
export type ConciseLicense = Static<typeof ConciseLicense>;

export const License = Type.Object(
  {
    ...conciseMembers,
    licenseText: Type.Optional(Type.String()),
    standardLicenseTemplate: Type.Optional(Type.String()),
    standardLicenseHeader: Type.Optional(Type.String()),
    licenseComments: Type.Optional(Type.String()),
    seeAlso: Type.Optional(Type.Array(Type.String())),
    licenseGroups: Type.Array(Type.Object({ uuid: Uuid, name: Type.String() })),
  },
  { title: 'License' },
);
export type License = Static<typeof License>;

const LicenseText = text(1_000_000, LINES);

export const NewLicense = Type.Object(
  {
    name: PrintableName,
    licenseId: optional(PrintableName),
    licenseExceptionId: optional({ ...PrintableName, description: 'Another name of licenseId' }),
    licenseText: LicenseText,
    standardLicenseTemplate: LicenseText,
    standardLicenseHeader: LicenseText,
    licenseComments: LicenseText,
    isOsiApproved: optional(Type.Boolean()),
    isFsfLibre: optional(Type.Boolean()),
    isDeprecatedLicenseId: optional(Type.Boolean()),
    seeAlso: optional(Type.Array(Type.String({ maxLength: 2048, pattern: ONE_LINE }), { maxItems: 100 })),
  },
  { title: 'NewLicense', description: 'The new licence is a custom licence' },
);
export type NewLicense = Static<typeof NewLicense>;

export const LicenseGroup = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    licenses: Type.Array(ConciseLicense),
    riskWeight: Type.Integer(),
  },
  { title: 'LicenseGroup' },
);
export type LicenseGroup = Static<typeof LicenseGroup>;

export const NewLicenseGroup = Type.Object({ name: PrintableName }, { title: 'NewLicenseGroup' });
export type NewLicenseGroup = Static<typeof NewLicenseGroup>;

export const LicenseGroupChange = Type.Object(
  { uuid: Uuid, name: PrintableName },
  { title: 'LicenseGroupChange' },
);
export type LicenseGroupChange = Static<typeof LicenseGroupChange>;
