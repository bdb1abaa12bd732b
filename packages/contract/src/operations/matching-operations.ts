import Type from 'typebox';
import { anyOf } from '../access.ts';
import { Explanation } from '../explanations.ts';
import { operation } from '../operation.ts';
import { Uuid, UuidParams } from '../values.ts';

const tag = 'finding';

export const matchingOperations = {
  analyzeProject: operation({
    id: 'analyzeProject',
    method: 'POST',
    path: '/api/v1/finding/project/{uuid}/analyze',
    access: anyOf('VULNERABILITY_ANALYSIS'),
    tag,
    summary: 'Analyse the components of a project again',
    description:
      'Query the token at /api/v1/event/token/{uuid}; processing ends when the findings are stored. 409 while an analysis ' +
      'that was requested this way is queued or running.',
    params: UuidParams,
    responses: { 200: Type.Object({ token: Uuid }) },
    problems: [404, 409],
  }),
  explainFinding: operation({
    id: 'explainFinding',
    method: 'GET',
    path: '/api/v1/finding/component/{component}/vulnerability/{vulnerability}/explain',
    access: anyOf('VIEW_VULNERABILITY'),
    tag,
    summary: 'Explain why a component is affected by a vulnerability, or why not',
    params: Type.Object({ component: Uuid, vulnerability: Uuid }),
    responses: { 200: Explanation },
    problems: [404],
  }),
};
