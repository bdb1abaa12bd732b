import type { Call, StoryAnswer, StoryPlace } from './story-place.ts';
import type { Portfolio } from './story-portfolio.ts';

/** Findings, decisions, policies, alerts, saved views. */
export async function decisionStory(place: StoryPlace, portfolio: Portfolio): Promise<void> {
  await findings(place.call, portfolio);
  await policies(place, portfolio);
  await vulnPolicies(place, portfolio);
  await alerts(place, portfolio);
  await savedViews(place);
}

async function findings(call: Call, { project, component, vulnerability }: Portfolio): Promise<void> {
  const params = { uuid: project };
  await call('analyzeProject', { params });
  await call('listProjectFindings', { params });
  for (const id of [
    'listFindings',
    'listGroupedFindings',
    'listFindingCases',
    'getFindingFacets',
    'getFindingTotals',
  ])
    await call(id);
  for (const by of ['vulnerability', 'component', 'fix']) await call('listFindingGroups', { query: { by } });
  await call('exportFindings', { params });
  await call('watchChanges');
  await call('explainFinding', { params: { component, vulnerability } });
  const decision = { analysisState: 'NOT_AFFECTED', analysisJustification: 'CODE_NOT_REACHABLE' };
  await call('recordAnalysis', { body: { project, component, vulnerability, ...decision } });
  await call('getAnalysis', { query: { project, component, vulnerability } });
  const bulk = await call('recordAnalyses', {
    body: { findings: [{ component, vulnerability }], analysisState: 'EXPLOITABLE' },
  });
  await call('listProjectHistory', { params });
  await call('listProjectChanges', { params });
  await call('listFindingChanges', {});
  await call('undoAnalyses', { params: { batch: bulk.batch ?? bulk.uuid ?? '' } });
  const { uuid: other } = await call('createProject', { body: { name: `from ${project}`, version: '1' } });
  await call('carryOverDecisions', { params, query: { from: other } });
}

async function policies({ call, round }: StoryPlace, { project, component, tag }: Portfolio): Promise<void> {
  const name = `policy ${round}`;
  const { uuid } = await call('createPolicy', { body: { name, operator: 'ANY', violationState: 'FAIL' } });
  await call('updatePolicy', { body: { uuid, name, operator: 'ANY', violationState: 'WARN' } });
  const matching = { subject: 'PACKAGE_URL', operator: 'MATCHES', value: 'pkg:npm/.*' };
  const condition = await call('createPolicyCondition', { params: { uuid }, body: matching });
  const conditionUuid = condition.uuid;
  await call('updatePolicyCondition', { body: { ...matching, uuid: conditionUuid } });
  await call('addProjectToPolicy', { params: { policyUuid: uuid, projectUuid: project } });
  await call('getPolicy', { params: { uuid } });
  await call('listPolicies');
  await call('tagPolicies', { params: { name: tag }, body: [uuid] });
  await call('listTaggedPolicies', { params: { name: tag } });
  await call('listTagsOfPolicy', { params: { uuid } });
  await call('untagPolicies', { params: { name: tag }, body: [uuid] });
  await violations(call, project, component);
  await call('removeProjectFromPolicy', { params: { policyUuid: uuid, projectUuid: project } });
  const spare = await call('createPolicy', { body: { name: `${name} spare` } });
  const other = await call('createPolicyCondition', { params: { uuid: spare.uuid }, body: matching });
  await call('deletePolicyCondition', { params: { uuid: other.uuid } });
  await call('deletePolicy', { params: { uuid: spare.uuid } });
}

/** Policies are evaluated in the background. */
async function violations(call: Call, project: string, component: string): Promise<void> {
  let violation: StoryAnswer;
  for (let attempt = 0; attempt < 100 && violation === undefined; attempt++) {
    [violation] = (await call('listProjectViolations', { params: { uuid: project } })) ?? [];
    if (violation === undefined) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await call('listViolations');
  await call('listComponentViolations', { params: { uuid: component } });
  if (violation === undefined) return;
  const decided = { component: violation.component.uuid, policyViolation: violation.uuid };
  await call('decideOnViolation', { body: { ...decided, analysisState: 'APPROVED' } });
  await call('getViolationAnalysis', { query: decided });
}

async function vulnPolicies({ call, round }: StoryPlace, { vulnId }: Portfolio): Promise<void> {
  const body = {
    name: `vuln policy ${round}`,
    condition: `vuln.id == "${vulnId}"`,
    analysis: { state: 'NOT_AFFECTED' },
  };
  const { uuid } = await call('createVulnPolicy', { body });
  await call('evaluateVulnPolicy', { body: { policy: { ...body, name: `${body.name} tried` } } });
  await call('listVulnPolicies');
  await call('getVulnPolicy', { params: { uuid } });
  await call('updateVulnPolicy', { params: { uuid }, body: { ...body, description: 'Why' } });
  await call('deleteVulnPolicy', { params: { uuid } });
  const bundles = await call('listVulnPolicyBundles');
  const params = { uuid: bundles.items?.[0]?.uuid ?? '' };
  await call('startVulnPolicyBundleSync', { params });
  await call('getLatestVulnPolicyBundleSync', { params });
  await call('deleteVulnPolicyBundle', { params });
}

async function savedViews({ call, round }: StoryPlace): Promise<void> {
  const view = { name: `view ${round}`, page: 'findings', query: 'sev=CRITICAL,HIGH&q=log4j%20core' };
  const { uuid } = await call('createSavedView', { body: view });
  await call('updateSavedView', { params: { uuid }, body: { shared: true } });
  await call('listSavedViews', { query: { page: 'findings' } });
  await call('deleteSavedView', { params: { uuid } });
}

async function alerts({ call, round, receiver }: StoryPlace, portfolio: Portfolio): Promise<void> {
  const { project, team, tag } = portfolio;
  const publishers = await call('listPublishers');
  const webhook = publishers.find((publisher: StoryAnswer) => publisher.name === 'Webhook');
  const publisher = { name: `own ${round}`, extensionName: 'webhook', template: '{}' };
  const own = await call('createPublisher', { body: publisher });
  await call('updatePublisher', { body: { ...publisher, uuid: own.uuid } });
  await call('getPublisherConfigSchema', { params: { uuid: webhook.uuid } });
  await call('previewTemplate', { body: { extensionName: 'webhook', group: 'NEW_VULNERABILITY' } });
  await call('deletePublisher', { params: { uuid: own.uuid } });
  const base = { scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const made = { ...base, name: `alert ${round}`, publisher: { uuid: webhook.uuid } };
  const { uuid } = await call('createAlert', { body: made });
  const scheduled = await call('createScheduledAlert', { body: { ...made, name: `summary ${round}` } });
  const config = JSON.stringify({ destinationUrl: receiver });
  const enabled = { enabled: true, notifyOn: ['PROJECT_CREATED'], publisherConfig: config };
  await call('updateAlert', { body: { ...base, uuid, name: made.name, ...enabled } });
  await call('listAlerts');
  await call('getAlert', { params: { ruleUuid: uuid } });
  await call('previewAlert', { params: { ruleUuid: uuid } });
  await call('testAlert', { params: { ruleUuid: uuid } });
  await call('tagAlerts', { params: { name: tag }, body: [uuid] });
  await call('listAlertsOfTag', { params: { name: tag } });
  await call('untagAlerts', { params: { name: tag }, body: [uuid] });
  await deliveries(call, round);
  for (const [kind, params] of [
    ['Project', { ruleUuid: uuid, projectUuid: project }],
    ['Team', { ruleUuid: uuid, teamUuid: team }],
  ] as const) {
    await call(`add${kind}ToAlert`, { params });
    await call(`remove${kind}FromAlert`, { params });
  }
  for (const one of [uuid, scheduled.uuid]) await call('deleteAlert', { body: { uuid: one } });
}

/** Notifications are delivered in the background. */
async function deliveries(call: Call, round: string): Promise<void> {
  await call('createProject', { body: { name: `notified ${round}`, version: '1' } });
  let delivery: StoryAnswer;
  for (let attempt = 0; attempt < 100 && delivery === undefined; attempt++) {
    [delivery] = (await call('listDeliveries', { query: { status: 'DELIVERED' } })) ?? [];
    if (delivery === undefined) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (delivery !== undefined) await call('resendDelivery', { params: { uuid: delivery.uuid } });
  const log = await call('listNotifications', { query: { limit: '1' } });
  const params = { uuid: log?.[0]?.notification?.id ?? '' };
  await call('getNotification', { params });
  await call('explainNotification', { params });
}
