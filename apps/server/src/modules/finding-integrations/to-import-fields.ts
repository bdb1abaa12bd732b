import type { JsonObject } from '../../platform/read-json.ts';

const SCAN_TYPE = 'Dependency Track Finding Packaging Format (FPF) Export';

interface ImportOptions {
  readonly engagement: string;
  readonly now: Date;
  readonly verified: string | undefined;
  readonly doNotReactivate: string | undefined;
  readonly testTitle: string | undefined;
  readonly groupBy: string | undefined;
}

/** The fields of an import into DefectDojo. With a test, they are those of a re-import into it. */
export function toImportFields(options: ImportOptions, test: string | undefined): Record<string, string> {
  const { engagement, now, verified, doNotReactivate, testTitle, groupBy } = options;
  return {
    engagement,
    scan_type: SCAN_TYPE,
    verified: String(toFlag(verified, true)),
    active: 'true',
    minimum_severity: 'Info',
    close_old_findings: 'true',
    push_to_jira: 'false',
    scan_date: now.toISOString().slice(0, 10),
    ...(testTitle === undefined ? {} : { test_title: testTitle }),
    ...(groupBy === undefined ? {} : { group_by: groupBy }),
    ...(test === undefined ? {} : { test, do_not_reactivate: String(toFlag(doNotReactivate, false)) }),
  };
}

function toFlag(value: string | undefined, standard: boolean): boolean {
  return value === undefined ? standard : value.toLowerCase() === 'true';
}

/** "The first test with the same engagement, scan type and (when a title is set) title." */
export function isTestToReimport(test: JsonObject, engagement: string, title: string | undefined): boolean {
  const scanType = test.scan_type ?? test.test_type_name;
  return (
    test.id !== undefined &&
    String(test.engagement) === engagement &&
    scanType === SCAN_TYPE &&
    (title === undefined || test.title === title)
  );
}
