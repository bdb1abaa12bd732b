import { listAlerts, listPublisherSettings, listPublishers } from './old-alert-store.ts';
import { describeAddress, readAddress, withOldDatabase } from './old-database-store.ts';
import {
  hasVulnPolicyBundle,
  listLicenseGroups,
  listLicenses,
  listPolicies,
  listVulnPolicies,
} from './old-policy-store.ts';
import type { OldConfiguration } from './old-records.ts';
import { recogniseDatabase } from './recognise-database.ts';

export interface ReadConfiguration {
  readonly configuration: OldConfiguration;
  /** Where it was read, without credentials. */
  readonly address: string;
  /** What of the address has no effect. */
  readonly notes: readonly string[];
}

/** Policies and alerts of a database of Dependency-Track, as they were at one moment. It is only read. */
export async function readOldConfiguration(from: string): Promise<ReadConfiguration> {
  const address = readAddress(from);
  const configuration = await withOldDatabase(address, async (database) => {
    const release = recogniseDatabase(database.tables);
    return {
      release,
      hasVulnPolicyBundle: await hasVulnPolicyBundle(database),
      vulnPolicies: await listVulnPolicies(database),
      policies: await listPolicies(database),
      licenseGroups: await listLicenseGroups(database),
      licenses: await listLicenses(database),
      publishers: await listPublishers(database),
      alerts: await listAlerts(database),
      publisherSettings: await listPublisherSettings(database),
    };
  });
  return { configuration, address: describeAddress(address.url), notes: address.notes };
}
