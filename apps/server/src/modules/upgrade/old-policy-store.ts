import type { OldDatabase, OldRow } from './old-database-store.ts';
import { listOwned, listProjects, listTags } from './old-links-store.ts';
import type { OldLicense, OldLicenseGroup, OldPolicy, OldVulnPolicy } from './old-records.ts';
import { toName, toText, toUuid } from './old-values.ts';

export async function listVulnPolicies(database: OldDatabase): Promise<OldVulnPolicy[]> {
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

/** One since 0.7.0, a list before. */
function toConditions({ CONDITION, CONDITIONS }: OldRow): string[] {
  const given: unknown[] = Array.isArray(CONDITIONS) ? CONDITIONS : [CONDITION];
  return given.flatMap((condition) => toText(condition) ?? []);
}

function isOfBundle(row: OldRow): boolean | undefined {
  return 'VULNERABILITY_POLICY_BUNDLE_ID' in row ? row.VULNERABILITY_POLICY_BUNDLE_ID !== null : undefined;
}

export async function hasVulnPolicyBundle(database: OldDatabase): Promise<boolean> {
  return (await database.rows('VULNERABILITY_POLICY_BUNDLE')).length > 0;
}

export async function listPolicies(database: OldDatabase): Promise<OldPolicy[]> {
  const conditions = Map.groupBy(await database.rows('POLICYCONDITION'), ({ POLICY_ID }) => POLICY_ID);
  const projects = listOwned(await listProjects(database, 'POLICY_PROJECTS', 'POLICY_ID'));
  const tags = listOwned(await listTags(database, 'POLICY_TAGS', 'POLICY_ID'));
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

export async function listLicenseGroups(database: OldDatabase): Promise<OldLicenseGroup[]> {
  const members = listOwned(
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

/** Those that conditions name. */
export async function listLicenses(database: OldDatabase): Promise<OldLicense[]> {
  const rows = await database.query<OldLicense>(`
    select lower(license."UUID"::text) as uuid, license."LICENSEID" as "licenseId" from "LICENSE" license
    where license."LICENSEID" is not null and lower(license."UUID"::text) in (
      select lower(trim("VALUE")) from "POLICYCONDITION" where "SUBJECT" = 'LICENSE')`);
  return rows;
}
