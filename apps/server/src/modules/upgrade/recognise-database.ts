import { OldDatabaseError } from './old-database-error.ts';

/** Columns by table, as the database says them. */
export type TableColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** What every database of Dependency-Track has. */
const OF_THE_PEER = ['PROJECT', 'COMPONENT', 'VULNERABILITY'];

/** What is read. All else is read where it is. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
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
 * Which release a database is of, in words. By its columns: the history of its migrations may claim more than it did.
 * Refuses what is no database of the peer, and what is too old to have what is read.
 */
export function recogniseDatabase(tables: TableColumns): string {
  const isOwn = tables.has('schema_migration') && tables.has('vuln_policy');
  if (isOwn)
    throw new OldDatabaseError('foreign', 'It is a database of Tallyman: there is nothing to take over.');
  if (!OF_THE_PEER.every((table) => tables.has(table))) {
    throw new OldDatabaseError(
      'foreign',
      'It is no database of Dependency-Track: the tables PROJECT, COMPONENT and VULNERABILITY are not in it. ' +
        'If they are in another schema, add ?options=-c%20search_path%3D<schema> to the address.',
    );
  }
  const missing = listMissing(tables);
  if (missing.length > 0) {
    throw new OldDatabaseError(
      'too-old',
      `It is of a release that is too old: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not in it. ` +
        'Upgrade it to Dependency-Track 4.14 or newer first.',
    );
  }
  return nameRelease(tables);
}

function listMissing(tables: TableColumns): string[] {
  return Object.entries(NEEDED).flatMap(([table, columns]) => {
    const there = tables.get(table);
    if (!there) return [table];
    return columns.filter((column) => !there.has(column)).map((column) => `${table}.${column}`);
  });
}

function nameRelease(tables: TableColumns): string {
  const vulnPolicy = tables.get('VULNERABILITY_POLICY');
  if (!vulnPolicy) return 'Dependency-Track v4';
  if (vulnPolicy.has('CONDITION')) return 'Dependency-Track v5 (0.7.0 or newer)';
  return tables.has('USER') ? 'Dependency-Track v5 (0.6.0)' : 'Dependency-Track v5 (before 0.6.0)';
}
