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

/** The form that a variant of the bill of materials asks for, in any case. */
export function toExportForm(variant: string | undefined): ExportForm {
  const wanted = variant?.trim().toLowerCase() || 'inventory';
  const form = VARIANTS.find(({ name }) => name.toLowerCase() === wanted);
  if (!form) throw invalid('variant', 'inventory, withVulnerabilities or vdr');
  return form;
}

const VULNERABILITY_PERMISSIONS: readonly Permission[] = [
  'VIEW_VULNERABILITY',
  'VULNERABILITY_ANALYSIS',
  'VULNERABILITY_ANALYSIS_READ',
];

/** What says something about vulnerabilities needs a permission to see them beside that to see the portfolio. */
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
  if (vulnerabilities === 'none' || isNewEnough(specVersion)) return;
  throw invalid('version', `${FIRST_WITH_VULNERABILITIES} or newer: older ones cannot carry vulnerabilities`);
}

function isNewEnough(version: string): boolean {
  const rank = (text: string) => (isSpecVersion(text) ? SPEC_VERSIONS.indexOf(text) : -1);
  return rank(version) >= rank(FIRST_WITH_VULNERABILITIES);
}
