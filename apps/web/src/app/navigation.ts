import {
  type Access,
  AUTHENTICATED,
  componentV2Operations,
  findingOperations,
  licenseV2Operations,
  projectOperations,
  vulnerabilityOperations,
} from '@tallyman/contract';
import type { IconName } from '../ui/icons.tsx';

interface Destination {
  readonly label: string;
  readonly to: '/' | '/findings' | '/projects' | '/components' | '/vulnerabilities' | '/licenses';
  readonly icon: IconName;
  /** Shown to those who may call this. */
  readonly needs: { readonly access: Access };
}

interface Section {
  readonly title: string;
  readonly destinations: readonly Destination[];
}

/** The main menu. The command menu offers the same. */
export const NAVIGATION: readonly Section[] = [
  {
    title: 'Portfolio',
    destinations: [
      { label: 'Overview', to: '/', icon: 'overview', needs: { access: AUTHENTICATED } },
      { label: 'Findings', to: '/findings', icon: 'findings', needs: findingOperations.listFindings },
      { label: 'Projects', to: '/projects', icon: 'projects', needs: projectOperations.listProjects },
      {
        label: 'Components',
        to: '/components',
        icon: 'components',
        needs: componentV2Operations.listComponentsV2,
      },
      {
        label: 'Vulnerabilities',
        to: '/vulnerabilities',
        icon: 'vulnerabilities',
        needs: vulnerabilityOperations.listVulnerabilities,
      },
      { label: 'Licences', to: '/licenses', icon: 'licenses', needs: licenseV2Operations.listLicensesV2 },
    ],
  },
];
