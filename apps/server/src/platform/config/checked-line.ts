import type { DatasourceField } from './datasource-name.ts';

export type Severity = 'ok' | 'deprecated' | 'removed' | 'refused' | 'unknown' | 'invalid';

export interface ConfigChange {
  readonly line: number;
  /** The name as it is written in the file; empty when the line does not start with anything like a name. */
  readonly written: string;
  /** The present name, or the whole assignment where the value changes as well. */
  readonly becomes?: string;
  /** One sentence or two; it never holds a secret. */
  readonly note: string;
  readonly severity: Severity;
}

export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** One logical line of a configuration file together with what becomes of it. */
export interface CheckedLine {
  readonly change: ConfigChange;
  readonly lastLine: number;
  /** What stands in its place; not set: it stays as it is; empty: it goes. */
  readonly replacement?: readonly Assignment[];
  /** Its value is, or may be, a secret. */
  readonly isDelicate: boolean;
  /** It was a database setting of the init tasks, which now is one of a data source of its own. */
  readonly movedField?: DatasourceField;
}
