import { AppError } from '../../platform/errors.ts';
import { defectDojo } from './defectdojo.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { fortifySsc } from './fortify-ssc.ts';
import { kenna } from './kenna.ts';

/** Every system to which findings can be pushed. */
export const integrations: readonly FindingIntegration[] = [defectDojo, fortifySsc, kenna];

export function getIntegration(name: string): FindingIntegration {
  const integration = integrations.find((known) => known.name === name);
  if (integration) return integration;
  const names = integrations.map((known) => known.name).join(', ');
  throw new AppError('not-found', `The integration ${name} does not exist. Use one of ${names}.`);
}
