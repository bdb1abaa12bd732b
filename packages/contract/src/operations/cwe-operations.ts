import Type from 'typebox';
import { AUTHENTICATED } from '../access.ts';
import { operation } from '../operation.ts';
import { Cwe } from '../vulnerabilities.ts';

const tag = 'cwe';

export const cweOperations = {
  listCwes: operation({
    id: 'listCwes',
    method: 'GET',
    path: '/api/v1/cwe',
    access: AUTHENTICATED,
    tag,
    summary: 'List weaknesses (CWE)',
    description: 'searchText searches id and name.',
    paged: true,
    responses: { 200: Type.Array(Cwe) },
  }),
  getCwe: operation({
    id: 'getCwe',
    method: 'GET',
    path: '/api/v1/cwe/{cweId}',
    access: AUTHENTICATED,
    tag,
    summary: 'Get a weakness (CWE)',
    params: Type.Object({ cweId: Type.Integer({ description: 'The number: 79 is CWE-79' }) }),
    responses: { 200: Cwe },
    problems: [404],
  }),
};
