import { untilQueuesAreIdle } from './idle-queues.ts';
import type { TestService } from './test-service.ts';

/** The jobs that follow a changed policy. */
const QUEUES = ['apply-vuln-policies', 'evaluate-policies'];

/** Resolves when no policy change is pending. */
export async function untilPoliciesAreApplied(service: TestService): Promise<void> {
  await untilQueuesAreIdle(service, QUEUES);
}
