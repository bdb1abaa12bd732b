import Type from 'typebox';
import { anyOf } from '../access.ts';
import {
  Analysis,
  AnalysisRequest,
  BulkAnalysisRequest,
  BulkAnalysisResult,
  BulkUndoResult,
  CarryOverResult,
} from '../analyses.ts';
import { LARGE_BODY_BYTES, operation } from '../operation.ts';
import { Flag, Uuid, UuidParams } from '../values.ts';

const tag = 'analysis';
const mayDecide = anyOf('VULNERABILITY_ANALYSIS', 'VULNERABILITY_ANALYSIS_UPDATE');
const dryRun = Type.Optional(Flag);

export const analysisOperations = {
  getAnalysis: operation({
    id: 'getAnalysis',
    method: 'GET',
    path: '/api/v1/analysis',
    access: anyOf('VIEW_VULNERABILITY'),
    tag,
    summary: 'What was decided about a finding, with its history',
    description: '404 as long as nobody has decided anything.',
    query: Type.Object({ component: Uuid, vulnerability: Uuid, project: Type.Optional(Uuid) }),
    responses: { 200: Analysis },
    problems: [404],
  }),
  recordAnalysis: operation({
    id: 'recordAnalysis',
    method: 'PUT',
    path: '/api/v1/analysis',
    access: mayDecide,
    tag,
    summary: 'Decides on a finding',
    body: AnalysisRequest,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: Analysis },
    problems: [404],
  }),
  recordAnalyses: operation({
    id: 'recordAnalyses',
    method: 'PUT',
    path: '/api/v1/analysis/bulk',
    access: mayDecide,
    tag,
    summary: 'Decides on many findings at once',
    description:
      'Named one by one or by what they have in common; dryRun shows what would happen. All of it or nothing.',
    query: Type.Object({ dryRun }),
    body: BulkAnalysisRequest,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: BulkAnalysisResult },
    problems: [413],
  }),
  undoAnalyses: operation({
    id: 'undoAnalyses',
    method: 'POST',
    path: '/api/v1/analysis/bulk/{batch}/undo',
    access: mayDecide,
    tag,
    summary: 'Takes many decisions made at once back, at once',
    description:
      'Findings that were decided on otherwise meanwhile are left alone. 409 if it was done before.',
    params: Type.Object({ batch: Uuid }),
    responses: { 200: BulkUndoResult },
    problems: [404, 409],
  }),
  carryOverDecisions: operation({
    id: 'carryOverDecisions',
    method: 'POST',
    path: '/api/v1/project/{uuid}/carry-over',
    access: mayDecide,
    tag,
    summary: 'Takes decisions on the same components and vulnerabilities over from another project',
    description:
      'Decisions that a person or a VEX document made here stay. For every new version of a project by itself: the project property decisions/carry-over.',
    params: UuidParams,
    query: Type.Object({ from: Uuid, dryRun }),
    responses: { 200: CarryOverResult },
    problems: [404],
  }),
};
