export { type Access, AUTHENTICATED, PUBLIC } from './access.ts';
export {
  ALERT_DIGESTS,
  ALERT_LEVELS,
  ALERT_SCOPES,
  Alert,
  type AlertDigest,
  type AlertLevel,
  AlertPreview,
  type AlertScope,
  AlertUpdate,
  DELIVERY_STATUSES,
  Delivery,
  type DeliveryStatus,
  LoggedNotification,
  NewAlert,
  NewPublisher,
  NOTIFICATION_GROUPS,
  NotificationExplanation,
  type NotificationGroup,
  NotificationJson,
  PORTFOLIO_GROUPS,
  Publisher,
  PublisherUpdate,
  type RefusingCondition,
  SCHEDULED_GROUPS,
  SYSTEM_GROUPS,
  TemplatePreview,
  TemplatePreviewRequest,
  TRIGGER_TYPES,
  type TriggerType,
} from './alerts.ts';
export { allOperations } from './all-operations.ts';
export {
  Analysis,
  AnalysisRequest,
  BulkAnalysisRequest,
  BulkAnalysisResult,
  BulkUndoResult,
  CarryOverResult,
  type DecidedFinding,
  type FindingFilter,
} from './analyses.ts';
export {
  ANALYSIS_JUSTIFICATIONS,
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  type AnalysisJustification,
  type AnalysisResponse,
  type AnalysisState,
} from './analysis-values.ts';
export {
  Component,
  ComponentProperty,
  ComponentReplacement,
  CreateComponentRequest,
  DirectDependency,
  GraphNode,
  HASH_LENGTHS,
  HASH_NAMES,
  type HashName,
  NewComponent,
  NewComponentProperty,
  Occurrence,
  ProjectReference,
  type Scope,
} from './components.ts';
export { HASH_TYPES, type HashType, ListedComponent, ListedProjectComponent } from './components-v2.ts';
export { DocumentViolation, LENIENT_UPLOADS } from './document-violations.ts';
export { ExplainedStatement, Explanation } from './explanations.ts';
export type {
  FindingChange,
  FindingChangeCause,
  FindingChangeKind,
  FindingInterval,
  PortfolioChange,
} from './finding-history.ts';
export {
  FINDING_GROUPINGS,
  Finding,
  FindingCase,
  FindingFacets,
  FindingGroup,
  type FindingGrouping,
  FindingMatch,
  FindingTotals,
  GroupedFinding,
} from './findings.ts';
export {
  ConciseLicense,
  License,
  LicenseGroup,
  LicenseGroupChange,
  NewLicense,
  NewLicenseGroup,
} from './licenses.ts';
export {
  type ChangeKind,
  LiveChanges,
  PROJECT_CHANGE_KINDS,
  SYSTEM_CHANGE_KINDS,
} from './live-updates.ts';
export {
  ConciseMetrics,
  DependencyMetrics,
  DependencyMetricsV2,
  PortfolioMetrics,
  ProjectMetrics,
} from './metrics.ts';
export { describeAccess, toOpenApi } from './openapi.ts';
export {
  type AnswerOf,
  type BodyOf,
  DEFAULT_BODY_BYTES,
  type Method,
  type Operation,
  operation,
  type ParamsOf,
  type QueryOf,
} from './operation.ts';
export { aclOperations } from './operations/acl-operations.ts';
export {
  ACTIVITY_ACCESS,
  Activity,
  type ActivityKind,
  type ActivityState,
  activityOperations,
} from './operations/activity-operations.ts';
export { alertOperations, deliveryOperations, publisherOperations } from './operations/alert-operations.ts';
export { analysisOperations } from './operations/analysis-operations.ts';
export {
  type ApiKeyPatch,
  apiKeyOperations,
  type ManagedApiKey,
  type NewApiKey,
} from './operations/api-key-operations.ts';
export {
  type AuditActor,
  type AuditChanges,
  AuditEntry,
  auditLogOperations,
} from './operations/audit-log-operations.ts';
export { type BadgeKind, badgeOperations, type ShieldsBadge } from './operations/badge-operations.ts';
export { bomExportOperations, CYCLONEDX_JSON, CYCLONEDX_XML } from './operations/bom-export-operations.ts';
export {
  BomAccepted,
  BomForm,
  BomSubmission,
  BomUpload,
  type BomUploadState,
  bomOperations,
  MAX_UPLOAD_TAGS,
} from './operations/bom-operations.ts';
export {
  BrowserSession,
  browserSessionOperations,
  CSRF_HEADER,
  KeyAnswer,
  type RequiredSecondFactor,
} from './operations/browser-session-operations.ts';
export { calculatorOperations, type OwaspLevel } from './operations/calculator-operations.ts';
export {
  type CheckedDataSource,
  CheckedFinding,
  CheckReport,
  checkOperations,
} from './operations/check-operations.ts';
export {
  CLONE_INCLUDES,
  type CloneInclude,
  CloneRequest,
  cloneOperations,
} from './operations/clone-operations.ts';
export { componentOperations } from './operations/component-operations.ts';
export { componentV2Operations } from './operations/component-v2-operations.ts';
export {
  ConfigProperty,
  ConfigPropertyUpdate,
  configPropertyOperations,
} from './operations/config-property-operations.ts';
export { cweOperations } from './operations/cwe-operations.ts';
export { dependencyGraphOperations } from './operations/dependency-graph-operations.ts';
export {
  type ChangedComponent,
  type DiffComponent,
  type DiffDirection,
  diffOperations,
  ProjectDiff,
} from './operations/diff-operations.ts';
export { extensionOperations } from './operations/extension-operations.ts';
export { findingHistoryOperations } from './operations/finding-history-operations.ts';
export {
  FindingIntegration,
  type FindingIntegrationName,
  FindingPush,
  FindingPushAttempt,
  type FindingPushKind,
  type FindingPushState,
  findingIntegrationOperations,
} from './operations/finding-integration-operations.ts';
export { findingOperations, SARIF } from './operations/finding-operations.ts';
export { licenseGroupOperations, licenseOperations } from './operations/license-operations.ts';
export { type ListedLicense, licenseV2Operations } from './operations/license-v2-operations.ts';
export { EVENT_STREAM, liveUpdateOperations } from './operations/live-update-operations.ts';
export { matchingOperations } from './operations/matching-operations.ts';
export { metricsOperations } from './operations/metrics-operations.ts';
export { oidcGroupOperations, oidcSignInOperations } from './operations/oidc-operations.ts';
export { permissionOperations } from './operations/permission-operations.ts';
export { policyOperations, policyTagOperations } from './operations/policy-operations.ts';
export { projectOperations } from './operations/project-operations.ts';
export {
  NewProjectProperty,
  ProjectProperty,
  ProjectPropertyChange,
  ProjectPropertyKey,
  projectPropertyOperations,
} from './operations/project-property-operations.ts';
export {
  NewSavedView,
  SavedView,
  SavedViewChange,
  type SavedViewPage,
  savedViewOperations,
} from './operations/saved-view-operations.ts';
export {
  type Proof,
  type SecondFactor,
  type SignedIn,
  secondFactorOperations,
  type WebAuthnAssertion,
  type WebAuthnRegistration,
} from './operations/second-factor-operations.ts';
export { type Secret, secretOperations } from './operations/secret-operations.ts';
export { serviceOperations } from './operations/service-operations.ts';
export { sessionOperations } from './operations/session-operations.ts';
export { systemOperations, WorkState } from './operations/system-operations.ts';
export { TaggedProject, TagListItem, tagOperations } from './operations/tag-operations.ts';
export { teamOperations } from './operations/team-operations.ts';
export {
  ManagedUserUpdate,
  NewManagedUser,
  OwnProfileUpdate,
  userOperations,
} from './operations/user-operations.ts';
export {
  VEX_OUTCOMES,
  VexAccepted,
  type VexDecision,
  VexEntry,
  VexImport,
  type VexMatch,
  type VexOutcome,
  VexReceipt,
  type VexReceiptHead,
  type VexScope,
  vexOperations,
} from './operations/vex-operations.ts';
export { ViolationQuery, violationOperations } from './operations/violation-operations.ts';
export {
  kevDataSourceOperations,
  MirrorRun,
  type MirrorRunKind,
  type MirrorRunState,
  VulnDataSource,
  type VulnDataState,
  vulnDataSourceOperations,
} from './operations/vuln-data-source-operations.ts';
export { vulnPolicyBundleOperations, vulnPolicyOperations } from './operations/vuln-policy-operations.ts';
export { vulnerabilityOperations } from './operations/vulnerability-operations.ts';
export {
  type TaskQueue,
  type WorkflowRun,
  type WorkflowRunEvent,
  type WorkflowRunQuery,
  type WorkflowRunStatus,
  workflowOperations,
} from './operations/workflow-operations.ts';
export { DEFAULT_PAGE_SIZE, PagingQuery } from './paging-v1.ts';
export { PagingV2Query, type Total } from './paging-v2.ts';
export { OrganizationMembers, Person, Reference } from './parties.ts';
export { isPermission, PERMISSIONS, type Permission, permissionNames } from './permissions.ts';
export {
  NewPolicy,
  NewPolicyCondition,
  POLICY_CONDITION_OPERATORS,
  POLICY_CONDITION_SUBJECTS,
  POLICY_OPERATORS,
  Policy,
  PolicyChange,
  PolicyCondition,
  PolicyConditionChange,
  type PolicyConditionOperator,
  type PolicyConditionSubject,
  type PolicyOperator,
  VIOLATION_STATES,
  VIOLATION_TYPES,
  Violation,
  ViolationAnalysis,
  ViolationAnalysisRequest,
  type ViolationAnalysisState,
  type ViolationState,
  type ViolationType,
} from './policies.ts';
export { PROBLEM_MEDIA_TYPE, Problem, ProblemViolation } from './problem-document.ts';
export {
  CLASSIFIERS,
  type Classifier,
  type CollectionLogic,
  ConciseProject,
  NewProject,
  Project,
  ProjectListItem,
  ProjectMembers,
  type ProjectMetadata,
  ProjectPatch,
  ProjectReplacement,
} from './projects.ts';
export type { PropertyType } from './property-types.ts';
export { NewService, Service, type ServiceData, ServiceReplacement } from './services.ts';
export {
  ApiKey,
  LdapMember,
  LdapUser,
  ManagedMember,
  ManagedUser,
  OidcMember,
  OidcUser,
  PermissionItem,
  Team,
  TeamOfUser,
  User,
} from './users-and-teams.ts';
export { isOn, ONE_LINE } from './values.ts';
export {
  type EvaluatedFinding,
  type OperationMode,
  type PolicyRating,
  type PolicyState,
  RATING_SEVERITIES,
  type RatingMethod,
  type RatingSeverity,
  VulnPolicy,
  VulnPolicyBody,
  VulnPolicyBundle,
  VulnPolicyEvaluation,
  VulnPolicyEvaluationRequest,
  VulnPolicyListItem,
  VulnPolicySyncRun,
} from './vuln-policies.ts';
export { translatePolicyDocument } from './vuln-policy-document.ts';
export {
  AffectedComponent,
  AffectedProject,
  ALIAS_MEMBERS,
  type AliasMember,
  Cwe,
  type GivenAffectedComponent,
  type KevAssertion,
  NewVulnerability,
  SEVERITIES,
  type Severity,
  Vulnerability,
  VulnerabilityAlias,
  VulnerabilityChange,
  type VulnerableComponent,
} from './vulnerabilities.ts';
export { findSource, SOURCES, type Source } from './vulnerability-sources.ts';
