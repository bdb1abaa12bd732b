import { datasourceProperties } from './properties/datasource.ts';
import { toKey } from './property-key.ts';

/** The fields of a data source: `url`, `username`, `password`, `pool.enabled`, … */
export type DatasourceField = AfterStart<keyof typeof datasourceProperties>;

type AfterStart<Name extends string> = Name extends `svc.datasource.${infer Field}` ? Field : never;

const START = 'svc.datasource.';

export const datasourceFields = Object.keys(datasourceProperties).map((name) =>
  name.slice(START.length),
) as DatasourceField[];

export interface DatasourceName {
  readonly datasource: string;
  readonly field: DatasourceField;
}

/**
 * `svc.datasource.<name>.url` and the other fields. An environment variable does not tell the exact name:
 * `SVC_DATASOURCE_INIT_TASKS_URL` means `init-tasks`.
 */
export function findDatasourceName(written: string, rest: string): DatasourceName | undefined {
  for (const field of datasourceFields) {
    const match = new RegExp(`^DATASOURCE_(.+)_${toKey(field)}$`).exec(rest);
    if (match?.[1]) return { datasource: nameAsWritten(written, field) ?? nameFromKey(match[1]), field };
  }
  return undefined;
}

function nameAsWritten(written: string, field: DatasourceField): string | undefined {
  const fieldPattern = field.replace(/[.-]/g, '[.-]');
  const match = new RegExp(`datasource[.]"?([A-Za-z0-9][A-Za-z0-9_-]*)"?[.]${fieldPattern}$`, 'i').exec(
    written,
  );
  return match?.[1];
}

function nameFromKey(key: string): string {
  return key.toLowerCase().replaceAll('_', '-');
}

export function toDatasourceProperty(name: DatasourceName): string {
  return `${START}${name.datasource}.${name.field}`;
}
