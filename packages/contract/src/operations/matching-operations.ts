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
    summary: 'Analyses the components of a project anew',
    description:
      'The token answers at /api/v1/event/token/{uuid}; it is done when the findings are there. 409 while an analysis ' +
      'that was asked for in this way waits or runs.',
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
    summary: 'Why a component is affected by a vulnerability, or why not',
    params: Type.Object({ component: Uuid, vulnerability: Uuid }),
    responses: { 200: Explanation },
    problems: [404],
  }),
};
