import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export class EmbeddedPostgresInUseError extends EmbeddedPostgresError {
  override name = 'EmbeddedPostgresInUseError';
  readonly pid: number;
  readonly dataDirectory: string;

  constructor(holder: { pid: number; since: string; host?: string }, dataDirectory: string) {
    const place = holder.host === undefined ? '' : ` on ${holder.host}`;
    super(
      `The embedded database in ${dataDirectory} is in use by process ${holder.pid}${place} (since ` +
        `${holder.since}). Stop that instance, or give this one a directory of its own with svc.data.directory.`,
    );
    this.pid = holder.pid;
    this.dataDirectory = dataDirectory;
  }
}
