import type { Source } from '@tallyman/contract';
import type { Asserter } from '../vulnerabilities/vulnerability-asserters.ts';
import type { RunSession } from './run-session.ts';
import type { SourceName } from './source-settings.ts';

/** A file that somebody brought, on the disk of this node. */
export interface BroughtFile {
  readonly path: string;
  /** As it was called where it came from. */
  readonly name: string;
}

/**
 * A source of vulnerability data. Each is a folder with the same shape: how it is mirrored, and pure functions that
 * turn what it publishes into our words.
 */
export interface MirrorSource {
  readonly name: SourceName;
  readonly displayName: string;
  readonly asserter: Asserter;
  /** The source whose records are its own, if it has records. */
  readonly owns: Source | undefined;
  /** Reads what is new where it is published. */
  mirror(session: RunSession): Promise<void>;
  /** Reads a file of the same data; without it there is no such thing. */
  readonly readFile: ((session: RunSession, file: BroughtFile) => Promise<void>) | undefined;
}
