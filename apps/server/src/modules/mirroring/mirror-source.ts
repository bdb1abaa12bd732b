import type { Source } from '@tallyman/contract';
import type { Asserter } from '../vulnerabilities/vulnerability-asserters.ts';
import type { RunSession } from './run-session.ts';
import type { SourceName } from './source-extensions.ts';

/** An imported file, on the disk of this node. */
export interface ImportedFile {
  readonly path: string;
  /** Name of the file at the client. */
  readonly name: string;
}

/**
 * A source of vulnerability data. Each has a folder with a mirror function and pure functions that map what it
 * publishes to our records.
 */
export interface MirrorSource {
  readonly name: SourceName;
  readonly displayName: string;
  readonly asserter: Asserter;
  /** The source whose records it owns, if it has records. */
  readonly owns: Source | undefined;
  /** Reads what is new at the publisher. */
  mirror(session: RunSession): Promise<void>;
  /** Reads a file of the same data. Absent if files are not supported. */
  readonly readFile: ((session: RunSession, file: ImportedFile) => Promise<void>) | undefined;
}
