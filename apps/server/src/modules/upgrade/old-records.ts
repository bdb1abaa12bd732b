/** What an older database holds, as plain records, whatever its columns are called. */

interface OldThing {
  /** Nothing where the database has none, or none that is a UUID. */
  readonly uuid: string | undefined;
  readonly name: string;
}

export interface OldVulnPolicy extends OldThing {
  readonly description: string | undefined;
  readonly author: string | undefined;
  /** In their order. */
  readonly conditions: readonly string[];
  readonly analysis: unknown;
  readonly ratings: unknown;
  readonly operationMode: string | undefined;
  readonly priority: number;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
  /** Nothing where the database does not tell. */
  readonly isOfBundle: boolean | undefined;
}

export interface OldCondition {
  readonly uuid: string | undefined;
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
  readonly violationType: string | undefined;
}

export interface OldProject extends OldThing {
  readonly version: string | null;
}

export type OldTeam = OldThing;

export interface OldPolicy extends OldThing {
  readonly operator: string;
  readonly violationState: string;
  readonly includeChildren: boolean;
  readonly onlyLatestProjectVersion: boolean;
  readonly conditions: readonly OldCondition[];
  readonly projects: readonly OldProject[];
  readonly tags: readonly string[];
}

export interface OldLicenseGroup extends OldThing {
  readonly riskWeight: number;
  readonly licenseIds: readonly string[];
}

export interface OldLicense {
  readonly uuid: string;
  readonly licenseId: string;
}

export interface OldPublisher extends OldThing {
  readonly id: number;
  readonly description: string | undefined;
  /** The name of the class, or of the extension. */
  readonly implementation: string;
  readonly template: string | undefined;
  readonly templateMimeType: string | undefined;
  readonly isDefault: boolean;
}

export interface OldAlert extends OldThing {
  readonly isEnabled: boolean;
  readonly scope: string;
  readonly level: string | undefined;
  readonly groups: readonly string[];
  readonly notifyChildren: boolean;
  readonly logSuccessfulPublish: boolean;
  readonly publisherId: number | undefined;
  /** JSON, as text or read. */
  readonly publisherConfig: unknown;
  readonly filterExpression: string | undefined;
  readonly triggerType: string;
  readonly scheduleCron: string | undefined;
  readonly scheduleSkipUnchanged: boolean;
  readonly projects: readonly OldProject[];
  readonly tags: readonly string[];
  readonly teams: readonly OldTeam[];
}

export interface OldConfiguration {
  /** In words, such as `v4`. */
  readonly release: string;
  readonly hasVulnPolicyBundle: boolean;
  readonly vulnPolicies: readonly OldVulnPolicy[];
  readonly policies: readonly OldPolicy[];
  readonly licenseGroups: readonly OldLicenseGroup[];
  readonly licenses: readonly OldLicense[];
  readonly publishers: readonly OldPublisher[];
  readonly alerts: readonly OldAlert[];
  /** Settings of publishers that are there and do not come along, in words. */
  readonly publisherSettings: readonly string[];
}
