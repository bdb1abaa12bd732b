import {
  BOOL,
  DOUBLE,
  DYN,
  type FieldDeclaration,
  INT,
  listOf,
  type MessageDeclaration,
  messageType,
  STRING,
  TIMESTAMP,
  Timestamp,
} from '@tallyman/cel';

/** The CEL container: `v1.Component{…}` is resolved in it. */
export const CONTAINER = 'tallyman.policy';

export const COMPONENT = `${CONTAINER}.v1.Component`;
export const PROJECT = `${CONTAINER}.v1.Project`;
export const VULNERABILITY = `${CONTAINER}.v1.Vulnerability`;
export const VERSION_DISTANCE = `${CONTAINER}.v1.VersionDistance`;
const LICENSE = `${CONTAINER}.v1.License`;
const LICENSE_GROUP = `${LICENSE}.Group`;
const ALIAS = `${VULNERABILITY}.Alias`;
const COMPONENT_PROPERTY = `${COMPONENT}.Property`;
const PROJECT_PROPERTY = `${PROJECT}.Property`;
const METADATA = `${PROJECT}.Metadata`;
const TOOLS = `${PROJECT}.Metadata.Tools`;

/** Values as in the database. Null means not set. */
export interface PolicyComponent {
  readonly $typeName: typeof COMPONENT;
  readonly id: number;
  readonly uuid: string;
  readonly group?: string | null;
  readonly name: string;
  readonly version?: string | null;
  readonly classifier?: string | null;
  readonly cpe?: string | null;
  readonly purl?: string | null;
  readonly swid_tag_id?: string | null;
  readonly is_internal?: boolean | null;
  readonly license_name?: string | null;
  readonly license_expression?: string | null;
  readonly resolved_license?: License | null;
  readonly scope?: string | null;
  readonly hashes?: Readonly<Record<string, string>> | null;
  readonly published_at?: Date | null;
  readonly latest_version?: string | null;
  readonly [other: string]: unknown;
}

export interface License {
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
  readonly groups: readonly { readonly uuid: string; readonly name: string }[];
}

export interface PolicyProject {
  readonly $typeName: typeof PROJECT;
  readonly uuid: string;
  readonly name: string;
  readonly version?: string | null;
  readonly tags: readonly string[];
  readonly [other: string]: unknown;
}

export interface PolicyVulnerability {
  readonly $typeName: typeof VULNERABILITY;
  readonly databaseId: number;
  readonly uuid: string;
  readonly id: string;
  readonly source: string;
  readonly severity: string;
  readonly aliases: readonly { readonly id: string; readonly source: string }[];
  readonly cwes: readonly number[];
  readonly epss_score?: number | null;
  readonly [other: string]: unknown;
}

const text: FieldDeclaration = { type: STRING };
const optionalText: FieldDeclaration = { type: STRING, optional: true };
const flag: FieldDeclaration = { type: BOOL };
const number: FieldDeclaration = { type: DOUBLE, optional: true };
const time: FieldDeclaration = { type: TIMESTAMP, read: readTime };
const many = (name: string): FieldDeclaration => ({
  type: listOf(messageType(name)),
  read: (raw) => (raw as object[]).map((each) => ({ $typeName: name, ...each })),
});
const one = (name: string): FieldDeclaration => ({
  type: messageType(name),
  read: (raw) => ({ $typeName: name, ...(raw as object) }),
});
const fields = (names: string, field: FieldDeclaration) =>
  Object.fromEntries(names.split(' ').map((name) => [name, field]));

function readTime(raw: unknown): Timestamp {
  return raw instanceof Timestamp
    ? raw
    : Timestamp.ofDate(raw instanceof Date ? raw : new Date(raw as string));
}

const hashes = fields(
  'md5 sha1 sha256 sha384 sha512 sha3_256 sha3_384 sha3_512 blake2b_256 blake2b_384 blake2b_512 blake3 streebog_256 streebog_512',
  text,
);

const property = { group: text, name: text, value: optionalText, type: text };

export const POLICY_MESSAGES: readonly MessageDeclaration[] = [
  {
    name: COMPONENT,
    fields: {
      ...fields('uuid name version', text),
      ...fields(
        'group classifier cpe purl swid_tag_id license_name license_expression latest_version scope',
        optionalText,
      ),
      ...fields(
        'package_artifact_md5 package_artifact_sha1 package_artifact_sha256 package_artifact_sha512',
        optionalText,
      ),
      ...hashes,
      is_internal: { type: BOOL, optional: true },
      properties: many(COMPONENT_PROPERTY),
      resolved_license: one(LICENSE),
      published_at: time,
      latest_version_published_at: time,
    },
  },
  { name: COMPONENT_PROPERTY, fields: property },
  { name: PROJECT_PROPERTY, fields: property },
  {
    name: LICENSE,
    fields: {
      ...fields('uuid id name', text),
      ...fields('is_osi_approved is_fsf_libre is_deprecated_id is_custom', flag),
      groups: many(LICENSE_GROUP),
    },
  },
  { name: LICENSE_GROUP, fields: { uuid: text, name: text } },
  {
    name: PROJECT,
    fields: {
      ...fields('uuid name', text),
      ...fields('group version classifier cpe purl swid_tag_id', optionalText),
      is_active: flag,
      tags: { type: listOf(STRING) },
      properties: many(PROJECT_PROPERTY),
      last_bom_import: time,
      metadata: one(METADATA),
    },
  },
  { name: METADATA, fields: { tools: one(TOOLS), bom_generated: time } },
  { name: TOOLS, fields: { components: many(COMPONENT) } },
  {
    name: VULNERABILITY,
    fields: {
      ...fields('uuid id source severity cvssv2_vector cvssv3_vector cvssv4_vector owasp_rr_vector', text),
      ...fields('cvssv2_base_score cvssv2_impact_subscore cvssv2_exploitability_subscore', number),
      ...fields(
        'cvssv3_base_score cvssv3_impact_subscore cvssv3_exploitability_subscore cvssv4_score',
        number,
      ),
      ...fields(
        'owasp_rr_likelihood_score owasp_rr_technical_impact_score owasp_rr_business_impact_score',
        number,
      ),
      ...fields('epss_score epss_percentile', number),
      ...fields('created published updated', time),
      aliases: many(ALIAS),
      cwes: { type: listOf(INT), read: (raw) => (raw as number[]).map(BigInt) },
      is_kev: flag,
    },
  },
  { name: ALIAS, fields: { id: text, source: text } },
  { name: VERSION_DISTANCE, fields: fields('epoch major minor patch', { type: DYN, optional: true }) },
];
