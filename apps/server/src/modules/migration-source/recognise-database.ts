import { SourceDatabaseError } from './source-database-error.ts';

/** Columns by table. */
export type TableColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** Tables that every Dependency-Track database has. */
const PEER_TABLES = ['PROJECT', 'COMPONENT', 'VULNERABILITY'];

/** Columns that must exist. Other columns are read if the release has them. */
const REQUIRED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  PROJECT: ['ID', 'UUID', 'NAME', 'VERSION'],
  TAG: ['ID', 'NAME'],
  LICENSE: ['ID', 'UUID', 'LICENSEID'],
  LICENSEGROUP: ['ID', 'UUID', 'NAME'],
  LICENSEGROUP_LICENSE: ['LICENSEGROUP_ID', 'LICENSE_ID'],
  POLICY: ['ID', 'UUID', 'NAME', 'OPERATOR', 'VIOLATIONSTATE'],
  POLICYCONDITION: ['ID', 'UUID', 'POLICY_ID', 'SUBJECT', 'OPERATOR', 'VALUE'],
  POLICY_PROJECTS: ['POLICY_ID', 'PROJECT_ID'],
  POLICY_TAGS: ['POLICY_ID', 'TAG_ID'],
  NOTIFICATIONPUBLISHER: ['ID', 'UUID', 'NAME'],
  NOTIFICATIONRULE: ['ID', 'UUID', 'NAME', 'SCOPE', 'NOTIFY_ON', 'PUBLISHER', 'PUBLISHER_CONFIG'],
  NOTIFICATIONRULE_PROJECTS: ['NOTIFICATIONRULE_ID', 'PROJECT_ID'],
};

/**
 * Returns the name of the release, derived from the columns, because the schema history may list migrations that were
 * not run. Throws if it is not a Dependency-Track database, or if required columns are missing.
 */
export function recogniseDatabase(tables: TableColumns): string {
  const isOwn = tables.has('schema_migration') && tables.has('vuln_policy');
  if (isOwn)
    throw new SourceDatabaseError(
      'foreign',
      'This is a database of Tallyman. Name a database of Dependency-Track.',
    );
  if (!PEER_TABLES.every((table) => tables.has(table))) {
    throw new SourceDatabaseError(
      'foreign',
      'This is not a database of Dependency-Track: the tables PROJECT, COMPONENT and VULNERABILITY are missing. ' +
        'If they are in another schema, add ?options=-c%20search_path%3D<schema> to the address.',
    );
  }
  const missing = listMissing(tables);
  if (missing.length > 0) {
    throw new SourceDatabaseError(
      'too-old',
      `The release of Dependency-Track is too old: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
        'Upgrade it to 4.14 or newer first.',
    );
  }
  return nameRelease(tables);
}

function listMissing(tables: TableColumns): string[] {
  return Object.entries(REQUIRED_COLUMNS).flatMap(([table, columns]) => {
    const present = tables.get(table);
    if (!present) return [table];
    return columns.filter((column) => !present.has(column)).map((column) => `${table}.${column}`);
  });
}

function nameRelease(tables: TableColumns): string {
  const vulnPolicy = tables.get('VULNERABILITY_POLICY');
  if (!vulnPolicy) return 'Dependency-Track v4';
  if (vulnPolicy.has('CONDITION')) return 'Dependency-Track v5 (0.7.0 or newer)';
  return tables.has('USER') ? 'Dependency-Track v5 (0.6.0)' : 'Dependency-Track v5 (before 0.6.0)';
}
