/** The records of the source database, independent of the columns of its release. */

interface SourceRecord {
  /** Absent if the column is missing or is not a UUID. */
  readonly uuid: string | undefined;
  readonly name: string;
}

export interface SourceVulnPolicy extends SourceRecord {
  readonly description: string | undefined;
  readonly author: string | undefined;
  readonly conditions: readonly string[];
  readonly analysis: unknown;
  readonly ratings: unknown;
  readonly operationMode: string | undefined;
  readonly priority: number;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
  /** Absent if the release does not record it. */
  readonly isOfBundle: boolean | undefined;
}

export interface SourceCondition {
  readonly uuid: string | undefined;
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
  readonly violationType: string | undefined;
}

export interface SourceProject extends SourceRecord {
  readonly version: string | null;
}

export type SourceTeam = SourceRecord;

export interface SourcePolicy extends SourceRecord {
  readonly operator: string;
  readonly violationState: string;
  readonly includeChildren: boolean;
  readonly onlyLatestProjectVersion: boolean;
  readonly conditions: readonly SourceCondition[];
  readonly projects: readonly SourceProject[];
  readonly tags: readonly string[];
}

export interface SourceLicenseGroup extends SourceRecord {
  readonly riskWeight: number;
  readonly licenseIds: readonly string[];
}

export interface SourceLicense {
  readonly uuid: string;
  readonly licenseId: string;
}

export interface SourcePublisher extends SourceRecord {
  readonly id: number;
  readonly description: string | undefined;
  /** Name of the class or of the extension. */
  readonly implementation: string;
  readonly template: string | undefined;
  readonly templateMimeType: string | undefined;
  readonly isDefault: boolean;
}

export interface SourceAlert extends SourceRecord {
  readonly isEnabled: boolean;
  readonly scope: string;
  readonly level: string | undefined;
  readonly groups: readonly string[];
  readonly notifyChildren: boolean;
  readonly logSuccessfulPublish: boolean;
  readonly publisherId: number | undefined;
  /** JSON, as text or parsed. */
  readonly publisherConfig: unknown;
  readonly filterExpression: string | undefined;
  readonly triggerType: string;
  readonly scheduleCron: string | undefined;
  readonly scheduleSkipUnchanged: boolean;
  readonly projects: readonly SourceProject[];
  readonly tags: readonly string[];
  readonly teams: readonly SourceTeam[];
}

export interface SourceConfiguration {
  /** For people, such as `Dependency-Track v4`. */
  readonly release: string;
  readonly hasVulnPolicyBundle: boolean;
  readonly vulnPolicies: readonly SourceVulnPolicy[];
  readonly policies: readonly SourcePolicy[];
  readonly licenseGroups: readonly SourceLicenseGroup[];
  readonly licenses: readonly SourceLicense[];
  readonly publishers: readonly SourcePublisher[];
  readonly alerts: readonly SourceAlert[];
  /** Names of publishers whose settings are not migrated. */
  readonly publisherSettings: readonly string[];
}
