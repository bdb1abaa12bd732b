import type { Operation } from './operation.ts';
import { aclOperations } from './operations/acl-operations.ts';
import { activityOperations } from './operations/activity-operations.ts';
import { alertOperations, deliveryOperations, publisherOperations } from './operations/alert-operations.ts';
import { analysisOperations } from './operations/analysis-operations.ts';
import { apiKeyOperations } from './operations/api-key-operations.ts';
import { auditLogOperations } from './operations/audit-log-operations.ts';
import { badgeOperations } from './operations/badge-operations.ts';
import { bomExportOperations } from './operations/bom-export-operations.ts';
import { bomOperations } from './operations/bom-operations.ts';
import { browserSessionOperations } from './operations/browser-session-operations.ts';
import { calculatorOperations } from './operations/calculator-operations.ts';
import { checkOperations } from './operations/check-operations.ts';
import { cloneOperations } from './operations/clone-operations.ts';
import { componentOperations } from './operations/component-operations.ts';
import { componentV2Operations } from './operations/component-v2-operations.ts';
import { configPropertyOperations } from './operations/config-property-operations.ts';
import { cweOperations } from './operations/cwe-operations.ts';
import { dependencyGraphOperations } from './operations/dependency-graph-operations.ts';
import { diffOperations } from './operations/diff-operations.ts';
import { extensionOperations } from './operations/extension-operations.ts';
import { findingHistoryOperations } from './operations/finding-history-operations.ts';
import { findingIntegrationOperations } from './operations/finding-integration-operations.ts';
import { findingOperations } from './operations/finding-operations.ts';
import { licenseGroupOperations, licenseOperations } from './operations/license-operations.ts';
import { licenseV2Operations } from './operations/license-v2-operations.ts';
import { liveUpdateOperations } from './operations/live-update-operations.ts';
import { matchingOperations } from './operations/matching-operations.ts';
import { metricsOperations } from './operations/metrics-operations.ts';
import { oidcGroupOperations, oidcSignInOperations } from './operations/oidc-operations.ts';
import { permissionOperations } from './operations/permission-operations.ts';
import { policyOperations, policyTagOperations } from './operations/policy-operations.ts';
import { projectOperations } from './operations/project-operations.ts';
import { projectPropertyOperations } from './operations/project-property-operations.ts';
import { savedViewOperations } from './operations/saved-view-operations.ts';
import { secondFactorOperations } from './operations/second-factor-operations.ts';
import { secretOperations } from './operations/secret-operations.ts';
import { serviceOperations } from './operations/service-operations.ts';
import { sessionOperations } from './operations/session-operations.ts';
import { systemOperations } from './operations/system-operations.ts';
import { tagOperations } from './operations/tag-operations.ts';
import { teamOperations } from './operations/team-operations.ts';
import { userOperations } from './operations/user-operations.ts';
import { vexOperations } from './operations/vex-operations.ts';
import { violationOperations } from './operations/violation-operations.ts';
import {
  kevDataSourceOperations,
  vulnDataSourceOperations,
} from './operations/vuln-data-source-operations.ts';
import { vulnPolicyBundleOperations, vulnPolicyOperations } from './operations/vuln-policy-operations.ts';
import { vulnerabilityOperations } from './operations/vulnerability-operations.ts';
import { workflowOperations } from './operations/workflow-operations.ts';

/** All operations of the API. */
export const allOperations: readonly Operation[] = [
  systemOperations,
  sessionOperations,
  browserSessionOperations,
  secondFactorOperations,
  userOperations,
  teamOperations,
  apiKeyOperations,
  permissionOperations,
  oidcGroupOperations,
  oidcSignInOperations,
  aclOperations,
  configPropertyOperations,
  projectOperations,
  bomExportOperations,
  cloneOperations,
  bomOperations,
  vexOperations,
  diffOperations,
  projectPropertyOperations,
  tagOperations,
  componentOperations,
  componentV2Operations,
  serviceOperations,
  dependencyGraphOperations,
  licenseOperations,
  licenseGroupOperations,
  licenseV2Operations,
  vulnerabilityOperations,
  matchingOperations,
  checkOperations,
  findingHistoryOperations,
  findingOperations,
  analysisOperations,
  secretOperations,
  extensionOperations,
  publisherOperations,
  alertOperations,
  deliveryOperations,
  vulnDataSourceOperations,
  kevDataSourceOperations,
  policyOperations,
  policyTagOperations,
  violationOperations,
  vulnPolicyOperations,
  vulnPolicyBundleOperations,
  cweOperations,
  calculatorOperations,
  liveUpdateOperations,
  savedViewOperations,
  metricsOperations,
  badgeOperations,
  activityOperations,
  findingIntegrationOperations,
  workflowOperations,
  auditLogOperations,
].flatMap((operations): Operation[] => Object.values(operations));
