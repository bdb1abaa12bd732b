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
    summary: 'Lists kinds of weaknesses',
    description: 'searchText looks at id and name.',
    paged: true,
    responses: { 200: Type.Array(Cwe) },
  }),
  getCwe: operation({
    id: 'getCwe',
    method: 'GET',
    path: '/api/v1/cwe/{cweId}',
    access: AUTHENTICATED,
    tag,
    summary: 'One kind of weakness',
    params: Type.Object({ cweId: Type.Integer({ description: 'The number: 79 is CWE-79' }) }),
    responses: { 200: Cwe },
    problems: [404],
  }),
};
