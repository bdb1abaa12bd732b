import type { Finding, VulnPolicyBody } from '@tallyman/contract';
import { type Decision, missingOf } from './decision.ts';

export const POLICY_SCOPES = ['component', 'version', 'project', 'everywhere'] as const;
export type PolicyScope = (typeof POLICY_SCOPES)[number];

export const SCOPE_WORDS: Readonly<Record<PolicyScope, string>> = {
  component: 'This component, all versions',
  version: 'This version of the component',
  project: 'This component in all versions of the project',
  everywhere: 'Every component with this vulnerability',
};

const MAX_NAME = 255;

/** A condition in CEL. Strings of JSON are strings of CEL. */
export function toCondition({ vulnerability, component }: Finding, scope: PolicyScope): string {
  const isOf = (path: string, value: string | undefined) =>
    value === undefined ? [] : [`${path} == ${JSON.stringify(value)}`];
  const ofComponent = [
    ...isOf('component.group', component.group),
    ...isOf('component.name', component.name),
  ];
  return [
    ...isOf('vuln.id', vulnerability.vulnId),
    ...(scope === 'everywhere' ? [] : ofComponent),
    ...(scope === 'version' ? isOf('component.version', component.version) : []),
    ...(scope === 'project' ? isOf('project.name', component.projectName) : []),
  ].join(' && ');
}

export function toPolicyName({ vulnerability, component }: Finding, scope: PolicyScope): string {
  const name = scope === 'everywhere' ? vulnerability.vulnId : `${vulnerability.vulnId} in ${component.name}`;
  // By characters, so that none is cut in two.
  return [...name].slice(0, MAX_NAME / 2).join('');
}

/** Why a decision cannot become a policy; undefined if it can. */
export function findPolicyObstacle(decision: Decision): string | undefined {
  return decision.state === 'NOT_SET' ? 'A policy needs an analysis. Choose one first.' : missingOf(decision);
}

interface PolicyTexts {
  readonly name: string;
  readonly condition: string;
}

/** The decision as a policy. A decision that lapses becomes a policy that is valid until then. */
export function toPolicyDraft(
  decision: Decision,
  { name, condition }: PolicyTexts,
): VulnPolicyBody | undefined {
  const { state, justification, response, detail, isSuppressed, expiresAt } = decision;
  if (state === 'NOT_SET') return undefined;
  return {
    name: name.trim(),
    condition: condition.trim(),
    analysis: {
      state,
      ...(justification === 'NOT_SET' ? {} : { justification }),
      ...(response === 'NOT_SET' ? {} : { vendor_response: response }),
      ...(detail.trim() === '' ? {} : { details: detail }),
      suppress: isSuppressed,
    },
    operation_mode: 'APPLY',
    ...(expiresAt ? { valid_until: expiresAt } : {}),
  };
}
