import type { VulnerabilityFindings } from '../vulnerabilities/vulnerability-findings.ts';
import {
  countProjects,
  hasFindings,
  listOfComponent,
  listOfProject,
  listProjects,
} from './lists/known-findings-store.ts';

/** Implements what the vulnerabilities module needs to know about findings, which it may not import. */
export const knownFindingsAdapter: VulnerabilityFindings = {
  countProjects,
  listProjects,
  listOfComponent,
  listOfProject,
  hasFindings,
};
