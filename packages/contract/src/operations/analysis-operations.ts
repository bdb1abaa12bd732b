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
    summary: 'Get the analysis of a finding, with its history',
    description: '404 if there is no decision yet.',
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
    summary: 'Record a decision on a finding',
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
    summary: 'Record a decision on many findings',
    description:
      'Findings are listed or selected by a filter. `dryRun` reports the effect without writing. Atomic. With `limit`, a ' +
      'request decides on a part of the findings, so that clients can show progress; each part is atomic.',
    query: Type.Object({ dryRun }),
    body: BulkAnalysisRequest,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: BulkAnalysisResult },
    problems: [404, 409, 413],
  }),
  undoAnalyses: operation({
    id: 'undoAnalyses',
    method: 'POST',
    path: '/api/v1/analysis/bulk/{batch}/undo',
    access: mayDecide,
    tag,
    summary: 'Undo a bulk decision',
    description: 'Findings with a newer decision are not changed. 409 if the batch was already undone.',
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
    summary: 'Copy decisions on the same components and vulnerabilities from another project',
    description:
      'Decisions of a person or a VEX document in this project are kept. The project property decisions/carry-over does this automatically for every new version.',
    params: UuidParams,
    query: Type.Object({ from: Uuid, dryRun }),
    responses: { 200: CarryOverResult },
    problems: [404],
  }),
};
