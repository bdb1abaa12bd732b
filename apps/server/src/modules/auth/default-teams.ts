import { type Permission, permissionNames } from '@tallyman/contract';

interface DefaultTeam {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

export const ADMINISTRATORS = 'Administrators';

/** Teams of a new installation. Badges need no permission; their team exists for clients that look it up. */
export const defaultTeams: readonly DefaultTeam[] = [
  { name: ADMINISTRATORS, permissions: permissionNames },
  {
    name: 'Portfolio Managers',
    permissions: [
      'VIEW_PORTFOLIO',
      'PORTFOLIO_MANAGEMENT',
      'PORTFOLIO_MANAGEMENT_CREATE',
      'PORTFOLIO_MANAGEMENT_READ',
      'PORTFOLIO_MANAGEMENT_UPDATE',
      'PORTFOLIO_MANAGEMENT_DELETE',
    ],
  },
  { name: 'Automation', permissions: ['VIEW_PORTFOLIO', 'BOM_UPLOAD'] },
  { name: 'Badge Viewers', permissions: [] },
];
