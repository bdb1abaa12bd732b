import type { Json } from '../support/sample-of.ts';
import type { Call, StoryPlace } from './story-place.ts';

export interface Portfolio {
  readonly project: string;
  readonly component: string;
  readonly vulnerability: string;
  readonly vulnId: string;
  readonly team: string;
  readonly tag: string;
}

const BOM = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [
    { type: 'library', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0', 'bom-ref': 'left' },
    { type: 'library', name: 'right', version: '2.0.0', purl: 'pkg:npm/right@2.0.0', 'bom-ref': 'right' },
  ],
  dependencies: [{ ref: 'left', dependsOn: ['right'] }],
};

/** Projects, components, services, documents, licences, vulnerabilities. */
export async function portfolioStory(place: StoryPlace): Promise<Portfolio> {
  const { call, round } = place;
  const tag = `tag-${round}`;
  const name = `project ${round}`;
  const tags: Json = [{ name: tag }];
  const project = (await call('createProject', { body: { name, version: '1', tags, isLatest: true } })).uuid;
  const child = await call('createProject', {
    body: { name: `${name} child`, version: '1', classifier: 'LIBRARY', tags, parent: { uuid: project } },
  });
  await projects(call, { name, project, child: child.uuid, tag });
  await documents(call, project);
  const component = await components(call, round, project);
  await services(call, project);
  await licenses(call, round);
  const { uuid: vulnerability, vulnId } = await vulnerabilities(call, { round, tag, component, project });
  await metrics(call, project, component);
  await badges(call, project);
  const team = (await call('createTeam', { body: { name: `owners ${round}` } })).uuid;
  await call('mapTeamToProject', { body: { team, project } });
  await call('listProjectsOfTeam', { params: { uuid: team } });
  await call('unmapTeamFromProject', { params: { teamUuid: team, projectUuid: project } });
  return { project, component, vulnerability, vulnId, team, tag };
}

interface Named {
  readonly name: string;
  readonly project: string;
  readonly child: string;
  readonly tag: string;
}

async function projects(call: Call, { name, project, child, tag }: Named): Promise<void> {
  const params = { uuid: project };
  await call('updateProject', { body: { uuid: project, name, version: '1', tags: [{ name: tag }] } });
  await call('patchProject', { params, body: { description: 'What it is' } });
  await call('getProject', { params });
  await call('lookupProject', { query: { name, version: '1' } });
  await call('patchProject', { params, body: { isLatest: true } });
  await call('getLatestProject', { params: { name } });
  for (const id of ['listProjects', 'listConciseProjects', 'listTags']) await call(id);
  await call('listProjectsByTag', { params: { tag } });
  await call('listProjectsByClassifier', { params: { classifier: 'LIBRARY' } });
  await call('listChildProjects', { params });
  await call('listChildProjectsByClassifier', { params: { ...params, classifier: 'LIBRARY' } });
  await call('listChildProjectsByTag', { params: { ...params, tag } });
  await call('listProjectsWithoutDescendantsOf', { params });
  await call('listConciseChildProjects', { params });
  await call('diffProjects', { params: { from: project, to: child } });
  const property = { groupName: 'a', propertyName: 'b' };
  const value = { propertyValue: 'c', propertyType: 'STRING' };
  await call('createProjectProperty', { params, body: { ...property, ...value } });
  await call('updateProjectProperty', { params, body: { ...property, propertyValue: 'd' } });
  await call('listProjectProperties', { params });
  await call('deleteProjectProperty', { params, body: property });
  await call('createTags', { body: [`${tag}-2`] });
  await call('tagProjects', { params: { name: `${tag}-2` }, body: [project] });
  await call('listTaggedProjects', { params: { name: tag } });
  await call('listCollectionProjectsOfTag', { params: { name: tag } });
  await call('untagProjects', { params: { name: `${tag}-2` }, body: [project] });
  await call('deleteTags', { body: [`${tag}-2`] });
  await call('cloneProjectV1', { body: { project, version: '2' } });
  await call('cloneProject', { params, body: { version: '3' } });
  for (const version of ['a', 'b']) {
    const { uuid } = await call('createProject', { body: { name: `${name} spare`, version } });
    if (version === 'a') await call('deleteProject', { params: { uuid } });
    else await call('batchDeleteProjects', { body: [uuid] });
  }
}

async function documents(call: Call, project: string): Promise<void> {
  const bom = JSON.stringify(BOM);
  const first = await call('uploadBom', { body: { project, bom } });
  const second = await call('uploadEncodedBom', {
    body: { project, bom: Buffer.from(bom).toString('base64') },
  });
  // Processing a BOM removes the components that it does not contain, also those that the story creates next.
  for (const { token } of [first, second]) await untilProcessed(call, token);
  const uploads = await call('listBomUploads', { params: { uuid: project } });
  const upload = { uuid: uploads?.[0]?.token ?? '' };
  await call('getBomUpload', { params: upload });
  await call('downloadBom', { params: upload });
  await call('checkBom', { body: { bom } });
  await call('exportProject', { params: { uuid: project }, query: { format: 'JSON' } });
  await call('exportVex', { params: { uuid: project } });
  const vex = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, vulnerabilities: [] });
  await call('importEncodedVex', { body: { project, vex: Buffer.from(vex).toString('base64') } });
  const imported = await call('importVex', { body: { project, vex } });
  await call('getVexReceipt', { params: { uuid: imported.token } });
  await call('listVexImports', { params: { uuid: project } });
  await call('listActivity', { query: { kind: 'BOM_UPLOAD', state: 'COMPLETED', project } });
}

async function untilProcessed(call: Call, token: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { processing } = await call('getWorkState', { params: { uuid: token } });
    if (!processing) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function components(call: Call, round: string, project: string): Promise<string> {
  const body = { name: `lib-${round}`, version: '1.0', classifier: 'LIBRARY', purl: 'pkg:npm/lib@1.0' };
  const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
  const params = { uuid: project };
  const { uuid } = await call('createComponent', { params, body: { ...body, sha1 } });
  await call('updateComponent', { body: { ...body, uuid, sha1 } });
  await call('getComponent', { params: { uuid } });
  await call('exportComponent', { params: { uuid } });
  await call('listProjectComponents', { params });
  await call('listProjectComponentsV2', { params });
  await call('listComponentsV2');
  await call('listComponentsV2', { query: { license: 'MIT' } });
  await call('listComponentsByIdentity', { query: { name: body.name } });
  await call('listComponentsByHash', { params: { hash: sha1 } });
  await call('identifyInternalComponents');
  await call('getDependencyPaths', { params: { projectUuid: project, componentUuids: uuid } });
  await call('listOccurrences', { params: { uuid } });
  const property = { groupName: 'a', propertyName: 'b', propertyValue: 'c', propertyType: 'STRING' };
  const { uuid: propertyUuid } = await call('createComponentProperty', { params: { uuid }, body: property });
  await call('listComponentProperties', { params: { uuid } });
  await call('deleteComponentProperty', { params: { uuid, propertyUuid } });
  await call('listDirectDependenciesOfProject', { params });
  await call('listDirectDependenciesOfComponent', { params: { uuid } });
  await call('createComponentV2', { body: { project_uuid: project, name: `v2-${round}`, version: '1' } });
  const spare = await call('createComponent', { params, body: { ...body, name: `spare-${round}` } });
  await call('deleteComponent', { params: { uuid: spare.uuid } });
  return uuid;
}

async function services(call: Call, project: string): Promise<void> {
  const params = { uuid: project };
  const { uuid } = await call('createService', { params, body: { name: 'api', version: '1' } });
  await call('updateService', { body: { uuid, name: 'api', version: '2' } });
  await call('getService', { params: { uuid } });
  await call('listProjectServices', { params });
  await call('deleteService', { params: { uuid } });
}

async function licenses(call: Call, round: string): Promise<void> {
  await call('listLicenses', { query: { pageNumber: '1', pageSize: '2' } });
  await call('listConciseLicenses');
  await call('listLicensesV2', { query: { q: 'mit', only_used: 'false', sort_by: 'component_count' } });
  const mit = await call('getLicense', { params: { licenseId: 'MIT' } });
  const licenseId = `Own-${round}`;
  await call('createLicense', { body: { name: 'Own', licenseId } });
  await call('deleteLicense', { params: { licenseId } });
  const { uuid } = await call('createLicenseGroup', { body: { name: `group ${round}` } });
  await call('updateLicenseGroup', { body: { uuid, name: `group ${round} renamed` } });
  await call('listLicenseGroups');
  await call('getLicenseGroup', { params: { uuid } });
  await call('addLicenseToGroup', { params: { uuid, licenseUuid: mit.uuid } });
  await call('removeLicenseFromGroup', { params: { uuid, licenseUuid: mit.uuid } });
  await call('deleteLicenseGroup', { params: { uuid } });
}

interface Affected {
  readonly round: string;
  readonly tag: string;
  readonly component: string;
  readonly project: string;
}

async function vulnerabilities(call: Call, { round, tag, component, project }: Affected) {
  await call('generateVulnId');
  const body = { vulnId: `INT-${round}`, severity: 'HIGH', title: 'Flaw', cwes: [{ cweId: 79 }] };
  const { uuid, vulnId } = await call('createVulnerability', { body });
  const source = 'INTERNAL';
  await call('updateVulnerability', { body: { ...body, uuid } });
  await call('getVulnerability', { params: { uuid } });
  await call('getVulnerabilityOfSource', { params: { source, vuln: vulnId } });
  await call('listVulnerabilities');
  await call('updateVulnerabilityTags', { params: { uuid }, body: [tag] });
  await call('listVulnerabilitiesWithTag', { params: { tag } });
  await call('listTaggedVulnerabilities', { params: { name: tag } });
  await call('untagVulnerabilities', { params: { name: tag }, body: [uuid] });
  await call('listKevAssertions', { params: { source, vuln_id: vulnId } });
  await call('assignVulnerabilityOfSource', { params: { source, vulnId, component } });
  await call('removeVulnerabilityOfSource', { params: { source, vulnId, component } });
  await call('assignVulnerability', { params: { uuid, component } });
  await call('removeVulnerability', { params: { uuid, component } });
  await call('assignVulnerability', { params: { uuid, component } });
  await call('listAffectedProjects', { params: { source, vuln: vulnId } });
  await call('listVulnerabilitiesOfComponent', { params: { uuid: component } });
  await call('listVulnerabilitiesOfProject', { params: { uuid: project } });
  const spare = await call('createVulnerability', { body: { vulnId: `SPARE-${round}` } });
  await call('deleteVulnerability', { params: { uuid: spare.uuid } });
  return { uuid, vulnId };
}

async function metrics(call: Call, project: string, component: string): Promise<void> {
  await call('listVulnerabilityMetrics');
  await call('getPortfolioMetrics');
  await call('listPortfolioMetricsSince', { params: { date: '20261101' } });
  await call('listPortfolioMetricsOfDays', { params: { days: '7' } });
  await call('refreshPortfolioMetrics');
  for (const [kind, uuid] of [
    ['Project', project],
    ['Component', component],
  ] as const) {
    await call(`get${kind}Metrics`, { params: { uuid } });
    await call(`list${kind}MetricsSince`, { params: { uuid, date: '20261101' } });
    await call(`list${kind}MetricsOfDays`, { params: { uuid, days: '7' } });
    await call(`refresh${kind}Metrics`, { params: { uuid } });
  }
}

async function badges(call: Call, project: string): Promise<void> {
  const property = { groupName: 'general', propertyName: 'badge.enabled' };
  await call('updateConfigProperty', { body: { ...property, propertyValue: 'true' } });
  const { name, version } = await call('getProject', { params: { uuid: project } });
  for (const id of ['getVulnerabilitiesBadge', 'getViolationsBadge']) {
    await call(id, { params: { uuid: project } });
    await call(`${id}ByName`, { params: { name, version } });
  }
  await call('getShieldsBadge', { params: { kind: 'vulns', uuid: project } });
  await call('getShieldsBadgeByName', { params: { kind: 'violations', name, version } });
}
