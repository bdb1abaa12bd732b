import { recogniseDatabase } from './recognise-database.ts';
import { listAlerts, listPublisherSettings, listPublishers } from './source-alert-store.ts';
import { describeAddress, readAddress, withSourceDatabase } from './source-database-store.ts';
import {
  hasVulnPolicyBundle,
  listSourceLicenseGroups,
  listSourceLicenses,
  listSourcePolicies,
  listSourceVulnPolicies,
} from './source-policy-store.ts';
import type { SourceConfiguration } from './source-records.ts';

export interface ReadConfiguration {
  readonly configuration: SourceConfiguration;
  /** Host and database name, without credentials. */
  readonly address: string;
  /** Parts of the address that have no effect. */
  readonly notes: readonly string[];
}

/** Reads policies and alerts from a Dependency-Track database, in one read-only snapshot. */
export async function readSourceConfiguration(from: string): Promise<ReadConfiguration> {
  const address = readAddress(from);
  const configuration = await withSourceDatabase(address, async (database) => {
    const release = recogniseDatabase(database.tables);
    return {
      release,
      hasVulnPolicyBundle: await hasVulnPolicyBundle(database),
      vulnPolicies: await listSourceVulnPolicies(database),
      policies: await listSourcePolicies(database),
      licenseGroups: await listSourceLicenseGroups(database),
      licenses: await listSourceLicenses(database),
      publishers: await listPublishers(database),
      alerts: await listAlerts(database),
      publisherSettings: await listPublisherSettings(database),
    };
  });
  return { configuration, address: describeAddress(address.url), notes: address.notes };
}
