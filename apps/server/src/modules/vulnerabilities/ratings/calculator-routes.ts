import { calculatorOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { findCvssScores } from './find-cvss-scores.ts';
import { findOwaspScores, toOwaspLevel } from './find-owasp-scores.ts';

export function calculatorRoutes(server: FastifyInstance): void {
  serve(server, calculatorOperations.calculateCvss, async ({ query }) => {
    const scores = findCvssScores(query.vector);
    if (!scores) throw invalidVector('must be a vector of CVSS 2.0, 3.0, 3.1 or 4.0 with all base metrics');
    const body = {
      baseScore: scores.base,
      impactSubScore: scores.impact,
      exploitabilitySubScore: scores.exploitability,
      temporalScore: scores.temporal,
      environmentalScore: scores.environmental,
      modifiedImpactSubScore: scores.modifiedImpact,
    };
    return { status: 200, body };
  });
  serve(server, calculatorOperations.calculateOwasp, async ({ query }) => {
    const scores = findOwaspScores(query.vector);
    if (!scores) throw invalidVector('must be a vector of the OWASP risk rating with all of its factors');
    const body = {
      likelihood: toOwaspLevel(scores.likelihood),
      likelihoodScore: scores.likelihood,
      technicalImpact: toOwaspLevel(scores.technicalImpact),
      technicalImpactScore: scores.technicalImpact,
      businessImpact: toOwaspLevel(scores.businessImpact),
      businessImpactScore: scores.businessImpact,
    };
    return { status: 200, body };
  });
}

function invalidVector(message: string): AppError {
  return new AppError('invalid', `The vector ${message}.`, { errors: [{ path: 'query/vector', message }] });
}
