import Type from 'typebox';
import { anyOf } from '../access.ts';
import { asOf, project } from '../finding-filters.ts';
import {
  FINDING_CHANGE_CAUSES,
  FINDING_CHANGE_KINDS,
  FindingChange,
  FindingInterval,
  PortfolioChange,
} from '../finding-history.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { QueryTime, UuidParams } from '../values.ts';

const tag = 'finding';
const mayView = anyOf('VIEW_VULNERABILITY');
const { limit, page_token } = pagingMembers;

const ofTotal =
  'The total is exact if everything fits on the first page, otherwise the number of items of the page.';

const changeFilters = {
  from: QueryTime('Only changes after this time'),
  to: QueryTime('Only changes until this time'),
  kind: Type.Optional(oneOf(FINDING_CHANGE_KINDS)),
  limit,
  page_token,
};

export const findingHistoryOperations = {
  listProjectHistory: operation({
    id: 'listProjectHistory',
    method: 'GET',
    path: '/api/v1/project/{uuid}/history',
    access: mayView,
    tag,
    summary: 'List what was known and decided about the findings of a project',
    description:
      'Each item is a time during which a finding was listed, suppressed or not. A finding that disappeared and returned ' +
      `has several. With \`asOf\`, only those of that time. Sorted by their start. ${ofTotal}`,
    params: UuidParams,
    query: Type.Object({ asOf, limit, page_token }),
    responses: { 200: toListSchema(FindingInterval, 'FindingHistory') },
    problems: [404],
  }),
  listProjectChanges: operation({
    id: 'listProjectChanges',
    method: 'GET',
    path: '/api/v1/project/{uuid}/changes',
    access: mayView,
    tag,
    summary: 'List findings of a project that appeared, disappeared or were decided on, and why',
    description:
      'In the order of time. The changes from one time to another lead from the findings `asOf` the one to those `asOf` ' +
      `the other: the change at \`from\` is left out, the change at \`to\` included. Days are included as a whole. ${ofTotal}`,
    params: UuidParams,
    query: Type.Object(changeFilters),
    responses: { 200: toListSchema(FindingChange, 'FindingChanges') },
    problems: [404],
  }),
  listFindingChanges: operation({
    id: 'listFindingChanges',
    method: 'GET',
    path: '/api/v2/findings/changes',
    access: mayView,
    tag: 'findings (v2)',
    summary: 'List findings of all projects that appeared, disappeared or were decided on, and why',
    description:
      'Of the projects that the caller may access, in the order of time, as GET /api/v1/project/{uuid}/changes lists those ' +
      `of one project. Inactive projects are left out, unless \`project\` names one. ${ofTotal}`,
    query: Type.Object({
      ...changeFilters,
      cause: Type.Optional(oneOf(FINDING_CHANGE_CAUSES)),
      project,
    }),
    responses: { 200: toListSchema(PortfolioChange, 'PortfolioChanges') },
    problems: [404],
  }),
};
