import Type from 'typebox';
import { AUTHENTICATED } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';

const tag = 'calculator';
const score = Type.Optional(Type.Number());

const CvssScores = Type.Object(
  {
    baseScore: score,
    impactSubScore: score,
    exploitabilitySubScore: score,
    temporalScore: score,
    environmentalScore: score,
    modifiedImpactSubScore: score,
  },
  { title: 'CvssScores', description: 'CVSS 4.0 has a single score, baseScore' },
);

const OWASP_LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type OwaspLevel = (typeof OWASP_LEVELS)[number];
const Level = oneOf(OWASP_LEVELS);

const OwaspScores = Type.Object(
  {
    likelihood: Level,
    likelihoodScore: Type.Number(),
    technicalImpact: Level,
    technicalImpactScore: Type.Number(),
    businessImpact: Level,
    businessImpactScore: Type.Number(),
  },
  { title: 'OwaspScores' },
);

const VectorQuery = Type.Object({ vector: Type.String({ maxLength: 1_000 }) });

export const calculatorOperations = {
  calculateCvss: operation({
    id: 'calculateCvss',
    method: 'GET',
    path: '/api/v1/calculator/cvss',
    access: AUTHENTICATED,
    tag,
    summary: 'Calculate the scores of a CVSS vector, version 2.0, 3.0, 3.1 or 4.0',
    query: VectorQuery,
    responses: { 200: CvssScores },
  }),
  calculateOwasp: operation({
    id: 'calculateOwasp',
    method: 'GET',
    path: '/api/v1/calculator/owasp',
    access: AUTHENTICATED,
    tag,
    summary: 'Calculate the scores of an OWASP risk rating vector',
    query: VectorQuery,
    responses: { 200: OwaspScores },
  }),
};
