import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { identifyInternalComponents } from './components/identify-internal-components.ts';

export function portfolioJobs(ctx: Context): Pick<JobHandlers, 'identify-internal-components'> {
  return { 'identify-internal-components': () => identifyInternalComponents(ctx) };
}
