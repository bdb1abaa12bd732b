import { accessStory } from './story-access.ts';
import { decisionStory } from './story-decisions.ts';
import { integrationStory } from './story-integrations.ts';
import type { StoryPlace } from './story-place.ts';
import { portfolioStory } from './story-portfolio.ts';

/**
 * Calls every operation once, successfully. It creates the portfolio that generated requests use. A new operation of
 * the contract needs a line here.
 */
export async function tellStory(place: StoryPlace): Promise<void> {
  await systemStory(place);
  await workflowStory(place);
  await accessStory(place);
  const portfolio = await portfolioStory(place);
  await decisionStory(place, portfolio);
  await integrationStory(place, portfolio.project);
}

async function systemStory({ call }: StoryPlace): Promise<void> {
  for (const id of [
    'getVersion',
    'getOpenApiJson',
    'getOpenApiYaml',
    'getOpenApiV2Yaml',
    'getApiPage',
    'getWelcomePage',
    'getPageStyle',
    'getApiPageScript',
    'getBrowserSession',
    'isOidcAvailable',
    'getSystemCapabilities',
    'listPermissions',
    'listConfigProperties',
    'listCwes',
  ]) {
    await call(id);
  }
  await call('getCwe', { params: { cweId: '79' } });
  await call('calculateCvss', { query: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' } });
  await call('calculateOwasp', {
    query: { vector: 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3' },
  });
  const property = { groupName: 'general', propertyName: 'welcome.message.enabled' };
  await call('updateConfigProperty', { body: { ...property, propertyValue: 'true' } });
  await call('updateConfigProperties', { body: [{ ...property, propertyValue: 'false' }] });
  await call('getPublicConfigProperty', { params: property });
  await call('getInternalConfigProperty', { params: property });
}

const INSTANCE = 'identify-internal-components';

/** Resumes what generated requests have paused. A paused job waits, and so can be read as an instance. */
async function workflowStory({ call }: StoryPlace): Promise<void> {
  const type = 'WORKFLOW';
  const { items } = await call('listTaskQueues', { params: { type } });
  for (const { name, status } of items) {
    if (status === 'PAUSED')
      await call('updateTaskQueue', { params: { type, name }, body: { status: 'ACTIVE' } });
  }
  const queue = { params: { type, name: INSTANCE } };
  await call('updateTaskQueue', { ...queue, body: { status: 'PAUSED' } });
  await call('identifyInternalComponents');
  const { id } = await call('getWorkflowInstance', { params: { id: INSTANCE } });
  await call('listWorkflowRuns', { query: { workflow_name: INSTANCE, sort_by: 'created_at' } });
  await call('getWorkflowRun', { params: { id } });
  await call('listWorkflowRunEvents', { params: { id }, query: { from_sequence_number: '0' } });
  await call('updateTaskQueue', { ...queue, body: { status: 'ACTIVE' } });
}
