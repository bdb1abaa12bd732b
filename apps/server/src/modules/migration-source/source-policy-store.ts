import type { SourceDatabase, SourceRow } from './source-database-store.ts';
import { groupByOwner, listProjects, listTags } from './source-links-store.ts';
import type { SourceLicense, SourceLicenseGroup, SourcePolicy, SourceVulnPolicy } from './source-records.ts';
import { toName, toText, toUuid } from './source-values.ts';

export async function listSourceVulnPolicies(database: SourceDatabase): Promise<SourceVulnPolicy[]> {
  return (await database.rows('VULNERABILITY_POLICY')).map((row) => ({
    uuid: toUuid(row.UUID),
    name: toName(row.NAME),
    description: toText(row.DESCRIPTION),
    author: toText(row.AUTHOR),
    conditions: toConditions(row),
    analysis: row.ANALYSIS,
    ratings: row.RATINGS,
    operationMode: toText(row.OPERATION_MODE),
    priority: Number(row.PRIORITY ?? 0),
    validFrom: toText(row.VALID_FROM),
    validUntil: toText(row.VALID_UNTIL),
    isOfBundle: isOfBundle(row),
  }));
}

/** One condition since 0.7.0, a list before. */
function toConditions({ CONDITION, CONDITIONS }: SourceRow): string[] {
  const given: unknown[] = Array.isArray(CONDITIONS) ? CONDITIONS : [CONDITION];
  return given.flatMap((condition) => toText(condition) ?? []);
}

function isOfBundle(row: SourceRow): boolean | undefined {
  return 'VULNERABILITY_POLICY_BUNDLE_ID' in row ? row.VULNERABILITY_POLICY_BUNDLE_ID !== null : undefined;
}

export async function hasVulnPolicyBundle(database: SourceDatabase): Promise<boolean> {
  return (await database.rows('VULNERABILITY_POLICY_BUNDLE')).length > 0;
}

export async function listSourcePolicies(database: SourceDatabase): Promise<SourcePolicy[]> {
  const conditions = Map.groupBy(await database.rows('POLICYCONDITION'), ({ POLICY_ID }) => POLICY_ID);
  const projects = groupByOwner(await listProjects(database, 'POLICY_PROJECTS', 'POLICY_ID'));
  const tags = groupByOwner(await listTags(database, 'POLICY_TAGS', 'POLICY_ID'));
  return (await database.rows('POLICY')).map((row) => ({
    uuid: toUuid(row.UUID),
    name: toName(row.NAME),
    operator: String(row.OPERATOR),
    violationState: String(row.VIOLATIONSTATE),
    includeChildren: row.INCLUDE_CHILDREN === true,
    onlyLatestProjectVersion: row.ONLY_LATEST_PROJECT_VERSION === true,
    conditions: (conditions.get(row.ID) ?? []).map((condition) => ({
      uuid: toUuid(condition.UUID),
      subject: String(condition.SUBJECT),
      operator: String(condition.OPERATOR),
      value: String(condition.VALUE ?? ''),
      violationType: toText(condition.VIOLATIONTYPE),
    })),
    projects: projects(row.ID),
    tags: tags(row.ID),
  }));
}

export async function listSourceLicenseGroups(database: SourceDatabase): Promise<SourceLicenseGroup[]> {
  const members = groupByOwner(
    await database.query<{ owner: number; value: string }>(`
      select member."LICENSEGROUP_ID" as owner, license."LICENSEID" as value
      from "LICENSEGROUP_LICENSE" member join "LICENSE" license on license."ID" = member."LICENSE_ID"
      where license."LICENSEID" is not null order by 1, 2`),
  );
  return (await database.rows('LICENSEGROUP')).map((row) => ({
    uuid: toUuid(row.UUID),
    name: toName(row.NAME),
    riskWeight: Number(row.RISKWEIGHT ?? 0),
    licenseIds: members(row.ID),
  }));
}

/** Licences that policy conditions refer to. */
export async function listSourceLicenses(database: SourceDatabase): Promise<SourceLicense[]> {
  const rows = await database.query<SourceLicense>(`
    select lower(license."UUID"::text) as uuid, license."LICENSEID" as "licenseId" from "LICENSE" license
    where license."LICENSEID" is not null and lower(license."UUID"::text) in (
      select lower(trim("VALUE")) from "POLICYCONDITION" where "SUBJECT" = 'LICENSE')`);
  return rows;
}
