import type { Client } from '@tallyman/client';
import { analysisOperations, findingOperations } from '@tallyman/contract';
import type { FilledProject } from './fill-portfolio.ts';
import { createRandom, pickWeighted } from './random.ts';

const DECISIONS = {
  exploitable: {
    analysisState: 'EXPLOITABLE',
    analysisResponse: 'UPDATE',
    comment: 'Reachable from the public interface. The update is planned for the next release.',
  },
  'not reachable': {
    analysisState: 'NOT_AFFECTED',
    analysisJustification: 'CODE_NOT_REACHABLE',
    isSuppressed: true,
    comment: 'The vulnerable function is not called. Checked in the call graph.',
  },
  'not present': {
    analysisState: 'NOT_AFFECTED',
    analysisJustification: 'CODE_NOT_PRESENT',
    isSuppressed: true,
    comment: 'The affected module is removed from our build.',
  },
  'false positive': {
    analysisState: 'FALSE_POSITIVE',
    isSuppressed: true,
    comment: 'The advisory is about another package with the same name.',
  },
  'in triage': {
    analysisState: 'IN_TRIAGE',
    comment: 'Waiting for an answer of the supplier.',
  },
} as const;

const SHARES: Readonly<Record<keyof typeof DECISIONS | 'open', number>> = {
  open: 55,
  exploitable: 12,
  'not reachable': 14,
  'not present': 6,
  'false positive': 4,
  'in triage': 9,
};

/** Decides on nearly half of the findings of each project. */
export async function decideFindings(client: Client, projects: readonly FilledProject[]): Promise<void> {
  const random = createRandom(41);
  for (const { uuid } of projects) {
    const chosen = new Map<keyof typeof SHARES, { component: string; vulnerability: string }[]>();
    for await (const { rows } of client.pages(findingOperations.listProjectFindings, { params: { uuid } })) {
      for (const { component, vulnerability } of rows) {
        const share = pickWeighted(random, SHARES);
        const finding = { component: component.uuid, vulnerability: vulnerability.uuid };
        chosen.set(share, [...(chosen.get(share) ?? []), finding]);
      }
    }
    for (const [share, findings] of chosen) {
      if (share === 'open') continue;
      await client.call(analysisOperations.recordAnalyses, { body: { findings, ...DECISIONS[share] } });
    }
  }
}
