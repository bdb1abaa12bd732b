import {
  type MigrationReport,
  migrateFromDependencyTrack,
} from '../../src/app/migrate-from-dependency-track.ts';
import type { TestService } from './test-service.ts';

/** Runs `tallyman migrate` in this process. */
export function migrateInto(service: TestService, from: string, ...set: string[]): Promise<MigrationReport> {
  const settings = [
    `svc.datasource.url=${service.url}`,
    `svc.data.directory=${service.dataDirectory}`,
    ...set,
  ];
  return migrateFromDependencyTrack({
    argv: settings.flatMap((setting) => ['--set', setting]),
    from,
    dryRun: false,
  });
}
