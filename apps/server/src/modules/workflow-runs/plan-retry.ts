import { findSettings } from './job-kinds.ts';

/** Kinds that compute their result from the current state, so that a late attempt does the same as an early one. */
const RECOMPUTING = new Set([
  'analyze-project',
  'apply-vuln-policies',
  'evaluate-policies',
  'identify-internal-components',
  'match-changed-vulnerabilities',
]);

const UPLOAD =
  'The failure of the upload was reported, and a later upload may have been imported since. Upload the document again.';

const INSTEAD: Readonly<Record<string, string>> = {
  'import-bom': UPLOAD,
  'import-vex': UPLOAD,
  'mirror-vuln-data-source':
    'The failure was recorded in the mirror run. Start another one with POST /api/v2/vuln-data-sources/{name}/mirror-runs.',
  'sync-vuln-policy-bundle':
    'The failure was recorded in the sync run. Start another one with POST /api/v2/vuln-policy-bundles/{uuid}/sync-runs.',
};

export type RetryPlan = { readonly isSafe: true } | { readonly isSafe: false; readonly reason: string };

/** Whether a failed job may be started again. `error` is the name of the error with which it failed. */
export function planRetry(kind: string, error: string | null): RetryPlan {
  if (error === 'JobQuarantinedError') {
    return {
      isSafe: false,
      reason: 'Nodes or the database failed each time while it was processed. Find the cause first.',
    };
  }
  // A schedule starts these again anyway.
  if (findSettings(kind)?.schedule || RECOMPUTING.has(kind)) return { isSafe: true };
  return {
    isSafe: false,
    reason: INSTEAD[kind] ?? 'Jobs of this kind are not known to have the same effect if they run later.',
  };
}
