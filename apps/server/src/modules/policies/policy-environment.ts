import { Environment, listOf, messageType, TIMESTAMP } from '@tallyman/cel';
import { POLICY_FUNCTIONS } from './policy-functions.ts';
import { COMPONENT, CONTAINER, POLICY_MESSAGES, PROJECT, VULNERABILITY } from './policy-messages.ts';

const common = { component: messageType(COMPONENT), project: messageType(PROJECT), now: TIMESTAMP };
const options = { container: CONTAINER, messages: POLICY_MESSAGES, functions: POLICY_FUNCTIONS };

/** The variables of vulnerability policies: one finding. */
export const findingEnvironment = new Environment({
  ...options,
  variables: { ...common, vuln: messageType(VULNERABILITY) },
});

/** The variables of component policies: a component with all its vulnerabilities. */
export const componentEnvironment = new Environment({
  ...options,
  variables: { ...common, vulns: listOf(messageType(VULNERABILITY)) },
});
