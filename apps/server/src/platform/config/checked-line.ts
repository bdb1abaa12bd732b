import type { DatasourceField } from './datasource-name.ts';

export type Severity = 'ok' | 'deprecated' | 'removed' | 'refused' | 'unknown' | 'invalid';

export interface ConfigChange {
  readonly line: number;
  /** The name as it is written in the file. Empty if the line does not start with a name. */
  readonly written: string;
  /** The current name, or the whole assignment if the value changes too. */
  readonly becomes?: string;
  /** One or two sentences without secrets. */
  readonly note: string;
  readonly severity: Severity;
}

export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** One logical line of a configuration file and its translation. */
export interface CheckedLine {
  readonly change: ConfigChange;
  readonly lastLine: number;
  /** The lines that replace it. Undefined keeps it, an empty list deletes it. */
  readonly replacement?: readonly Assignment[];
  /** Its value may be a secret. */
  readonly isDelicate: boolean;
  /** A former database setting of the init tasks, now a field of a data source. */
  readonly movedField?: DatasourceField;
}
