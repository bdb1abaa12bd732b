import type { Permission } from '@tallyman/contract';

const ON_PROJECTS: ReadonlySet<Permission> = new Set([
  'BOM_UPLOAD',
  'PROJECT_CREATION_UPLOAD',
  'VIEW_PORTFOLIO',
  'PORTFOLIO_MANAGEMENT',
  'PORTFOLIO_MANAGEMENT_CREATE',
  'PORTFOLIO_MANAGEMENT_READ',
  'PORTFOLIO_MANAGEMENT_UPDATE',
  'PORTFOLIO_MANAGEMENT_DELETE',
  'VIEW_VULNERABILITY',
  'VULNERABILITY_ANALYSIS',
  'VULNERABILITY_ANALYSIS_CREATE',
  'VULNERABILITY_ANALYSIS_READ',
  'VULNERABILITY_ANALYSIS_UPDATE',
  'VIEW_POLICY_VIOLATION',
  'POLICY_VIOLATION_ANALYSIS',
]);

/**
 * Whether a permission concerns single projects. Credentials that are limited to projects have no others: with those to
 * manage access or the system they could remove their own limit.
 */
export function isOnProjects(permission: Permission): boolean {
  return ON_PROJECTS.has(permission);
}
