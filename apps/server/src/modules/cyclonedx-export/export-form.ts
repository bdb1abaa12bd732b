import type { Permission } from '@tallyman/contract';
import { isSpecVersion, SPEC_VERSIONS, type WriteTarget } from '@tallyman/cyclonedx';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid } from './to-export-target.ts';

/** One row of the contract's table of export forms. */
export interface ExportForm {
  readonly name: 'inventory' | 'withVulnerabilities' | 'vdr' | 'vex';
  readonly components: 'all' | 'with-findings';
  readonly detail: 'full' | 'identifying';
  readonly servicesAndGraph: boolean;
  readonly vulnerabilities: 'none' | 'without-decisions' | 'with-decisions';
}

const FULL = { detail: 'full', servicesAndGraph: true } as const;

export const EXPORT_FORMS = {
  inventory: { name: 'inventory', components: 'all', ...FULL, vulnerabilities: 'none' },
  withVulnerabilities: {
    name: 'withVulnerabilities',
    components: 'all',
    ...FULL,
    vulnerabilities: 'without-decisions',
  },
  vdr: { name: 'vdr', components: 'with-findings', ...FULL, vulnerabilities: 'with-decisions' },
  vex: {
    name: 'vex',
    components: 'with-findings',
    detail: 'identifying',
    servicesAndGraph: false,
    vulnerabilities: 'with-decisions',
  },
} as const satisfies Readonly<Record<string, ExportForm>>;

const VARIANTS = [EXPORT_FORMS.inventory, EXPORT_FORMS.withVulnerabilities, EXPORT_FORMS.vdr];

/** Returns the form for the query parameter `variant`, in any case. Throws if there is no such variant. */
export function toExportForm(variant: string | undefined): ExportForm {
  const requested = variant?.trim().toLowerCase() || 'inventory';
  const form = VARIANTS.find(({ name }) => name.toLowerCase() === requested);
  if (!form) throw invalid('variant', 'inventory, withVulnerabilities or vdr');
  return form;
}

const VULNERABILITY_PERMISSIONS: readonly Permission[] = [
  'VIEW_VULNERABILITY',
  'VULNERABILITY_ANALYSIS',
  'VULNERABILITY_ANALYSIS_READ',
];

/** Forms with vulnerabilities need a permission to see them, in addition to the permission to see the portfolio. */
export function requireFormPermission(principal: Principal, { name, vulnerabilities }: ExportForm): void {
  if (vulnerabilities === 'none') return;
  if (VULNERABILITY_PERMISSIONS.some((permission) => principal.permissions.has(permission))) return;
  throw new AppError(
    'forbidden',
    `The variant ${name} also needs one of the permissions ${VULNERABILITY_PERMISSIONS.join(', ')}.`,
  );
}

const FIRST_WITH_VULNERABILITIES = '1.4';

/** "Forms that carry vulnerabilities need 1.4 or newer, else 400 problem details that say so." */
export function requireFormVersion({ specVersion }: WriteTarget, { vulnerabilities }: ExportForm): void {
  if (vulnerabilities === 'none' || carriesVulnerabilities(specVersion)) return;
  throw invalid('version', `${FIRST_WITH_VULNERABILITIES} or newer: older ones cannot carry vulnerabilities`);
}

function carriesVulnerabilities(version: string): boolean {
  const rank = (text: string) => (isSpecVersion(text) ? SPEC_VERSIONS.indexOf(text) : -1);
  return rank(version) >= rank(FIRST_WITH_VULNERABILITIES);
}
