import type { StoryPlace } from './story-place.ts';

/** Pushes of findings. They fail, because the secret does not exist. */
export async function integrationStory({ call, receiver }: StoryPlace, project: string): Promise<void> {
  const settings = { enabled: 'true', url: receiver, apiKey: 'no-such-secret' };
  const properties = Object.entries(settings).map(([name, propertyValue]) => ({
    groupName: 'integrations',
    propertyName: `defectdojo.${name}`,
    propertyValue,
  }));
  await call('updateConfigProperties', { body: properties });
  const engagement = { groupName: 'integrations', propertyName: 'defectdojo.engagementId' };
  const body = { ...engagement, propertyValue: '1', propertyType: 'STRING' };
  await call('createProjectProperty', { params: { uuid: project }, body });
  await call('listFindingIntegrations');
  const params = { name: 'defectdojo' };
  await call('startFindingPushes', { params, body: { project } });
  const pushes = await call('listFindingPushes', { params, query: { project } });
  await call('getFindingPush', { params: { ...params, uuid: pushes.items?.[0]?.uuid ?? '' } });
}
