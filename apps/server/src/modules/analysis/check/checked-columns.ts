/** Columns of the tables that a check works with, in the order in which they are copied. */
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
