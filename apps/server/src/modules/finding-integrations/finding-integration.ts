import type { FindingIntegrationName } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import type { PushSession } from './push-session.ts';

/** Group of the configuration properties and of the project properties. */
export const INTEGRATIONS_GROUP = 'integrations';

/** What a document is written of. */
export interface WriteOptions {
  /** A project property of the integration selects the projects. */
  readonly projectProperty: string;
  /** Undefined for the whole portfolio. */
  readonly projectUuid: string | undefined;
  readonly now: Date;
  /** Called for each finding. */
  readonly onFinding: () => void;
}

/** A system to which findings are pushed. */
export interface FindingIntegration {
  readonly name: FindingIntegrationName;
  readonly displayName: string;
  /** Whether a push is one of a project or of the whole portfolio. */
  readonly scope: 'project' | 'portfolio';
  /** Names of configuration properties. */
  readonly settings: {
    readonly enabled: string;
    readonly url: string;
    /** Contains the name of a secret. */
    readonly secret: string;
    /** Further ones that a push needs. */
    readonly required: readonly string[];
    readonly optional: readonly string[];
  };
  /** Active projects with this property take part. */
  readonly projectProperty: string;
  readonly cron:
    | 'svc.task.defect-dojo-upload.cron'
    | 'svc.task.fortify-ssc-upload.cron'
    | 'svc.task.kenna-security-upload.cron';
  readonly job: 'push-to-defectdojo' | 'push-to-fortify-ssc' | 'push-to-kenna';
  /** Writes the document in pieces. `db` is a snapshot. */
  write(db: Db, options: WriteOptions): Promise<AsyncIterable<string>>;
  /** Sends the document. Throws a `PushFailure` if it was not accepted. */
  send(session: PushSession): Promise<void>;
}
