/** Columns in the order of COPY. */
export const CHECKED_COMPONENT_COLUMNS = [
  'id',
  'identity_hash',
  'fitness',
  'bom_ref',
  'name',
  'group_name',
  'version',
  'purl',
  'purl_coordinates',
  'purl_with_source',
  'cpe',
  'swid_tag_id',
  'classifier',
  'scope',
] as const;
