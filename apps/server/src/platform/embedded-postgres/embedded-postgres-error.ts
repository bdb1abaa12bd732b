import { StartError } from '../errors.ts';

export class EmbeddedPostgresError extends StartError {
  override name = 'EmbeddedPostgresError';
}
