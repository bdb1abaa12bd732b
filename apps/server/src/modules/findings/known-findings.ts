import type { KnownFindings } from '../vulnerabilities/known-findings.ts';
import {
  countProjects,
  hasFindings,
  listOfComponent,
  listOfProject,
  listProjects,
} from './known-findings-store.ts';

/** What the room of vulnerabilities asks about findings. */
export const knownFindings: KnownFindings = {
  countProjects,
  listProjects,
  listOfComponent,
  listOfProject,
  hasFindings,
};
