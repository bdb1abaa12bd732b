/** All permissions, with the description that administrators see. */
export const PERMISSIONS = {
  BOM_UPLOAD: 'Upload bills of materials',
  VIEW_PORTFOLIO: 'See the portfolio: projects, components, licences',
  PORTFOLIO_ACCESS_CONTROL_BYPASS: 'See every project, regardless of portfolio access control',
  PORTFOLIO_MANAGEMENT: 'Create, read, update and delete portfolio data',
  PORTFOLIO_MANAGEMENT_CREATE: 'Create portfolio data',
  PORTFOLIO_MANAGEMENT_READ: 'Read managed portfolio data, such as project properties',
  PORTFOLIO_MANAGEMENT_UPDATE: 'Update portfolio data',
  PORTFOLIO_MANAGEMENT_DELETE: 'Delete portfolio data',
  VIEW_VULNERABILITY: 'See the findings of projects',
  VULNERABILITY_ANALYSIS: 'Read and make decisions on findings',
  VULNERABILITY_ANALYSIS_CREATE: 'Make the first decision on a finding',
  VULNERABILITY_ANALYSIS_READ: 'Read decisions on findings',
  VULNERABILITY_ANALYSIS_UPDATE: 'Change decisions on findings',
  VIEW_POLICY_VIOLATION: 'See policy violations',
  VULNERABILITY_MANAGEMENT: 'Create, read, update and delete internal vulnerabilities',
  VULNERABILITY_MANAGEMENT_CREATE: 'Create internal vulnerabilities',
  VULNERABILITY_MANAGEMENT_READ: 'Read internal vulnerabilities',
  VULNERABILITY_MANAGEMENT_UPDATE: 'Update internal vulnerabilities',
  VULNERABILITY_MANAGEMENT_DELETE: 'Delete internal vulnerabilities',
  POLICY_VIOLATION_ANALYSIS: 'Decide on policy violations',
  ACCESS_MANAGEMENT: 'Manage users, teams, API keys and who may see which project',
  ACCESS_MANAGEMENT_CREATE: 'Create users, teams and API keys',
  ACCESS_MANAGEMENT_READ: 'Read users, teams and API keys',
  ACCESS_MANAGEMENT_UPDATE: 'Update users, teams and API keys',
  ACCESS_MANAGEMENT_DELETE: 'Delete users, teams and API keys',
  SECRET_MANAGEMENT: 'Create, update and delete secrets',
  SECRET_MANAGEMENT_CREATE: 'Create secrets',
  SECRET_MANAGEMENT_UPDATE: 'Update secrets',
  SECRET_MANAGEMENT_DELETE: 'Delete secrets',
  SYSTEM_CONFIGURATION: 'Configure the system: notifications, repositories, data sources',
  SYSTEM_CONFIGURATION_CREATE: 'Create system configuration',
  SYSTEM_CONFIGURATION_READ: 'Read system configuration',
  SYSTEM_CONFIGURATION_UPDATE: 'Update system configuration',
  SYSTEM_CONFIGURATION_DELETE: 'Delete system configuration',
  PROJECT_CREATION_UPLOAD: 'Create projects by uploading a bill of materials',
  POLICY_MANAGEMENT: 'Create, read, update and delete policies',
  POLICY_MANAGEMENT_CREATE: 'Create policies',
  POLICY_MANAGEMENT_READ: 'Read policies',
  POLICY_MANAGEMENT_UPDATE: 'Update policies',
  POLICY_MANAGEMENT_DELETE: 'Delete policies',
  TAG_MANAGEMENT: 'Create and delete tags',
  TAG_MANAGEMENT_DELETE: 'Delete tags',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const permissionNames = Object.keys(PERMISSIONS) as Permission[];

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name);
}
