import Type from 'typebox';
import { anyOf } from '../access.ts';
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
};
