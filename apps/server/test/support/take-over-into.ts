import { type TakeOver, takeOver } from '../../src/app/take-over.ts';
import type { TestService } from './test-service.ts';

/** What `tallyman migrate` does, in this process. */
export function takeOverInto(service: TestService, from: string, ...set: string[]): Promise<TakeOver> {
  const settings = [
    `svc.datasource.url=${service.url}`,
    `svc.data.directory=${service.context.config['svc.data.directory']}`,
    ...set,
  ];
  return takeOver({ argv: settings.flatMap((setting) => ['--set', setting]), from, dryRun: false });
}
