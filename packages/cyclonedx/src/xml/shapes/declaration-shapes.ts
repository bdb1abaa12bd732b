import { boolean, dateTime, decimal, uri } from '../scalars.ts';
import { list, many, one, record, required, type Shape, text } from '../shape.ts';
import {
  attachment,
  bomRef,
  externalReference,
  externalReferences,
  organizationalContact,
  organizationalEntity,
  properties,
  texts,
} from './common-shapes.ts';
import { component } from './component-shapes.ts';
import { dataGovernance } from './data-shapes.ts';
import { patents } from './patent-shapes.ts';
import { service } from './service-shapes.ts';

const assessor: Shape = record({
  attributes: [bomRef],
  children: [one('thirdParty', text(boolean)), one('organization', organizationalEntity)],
});

const mitigationStrategies = texts('mitigationStrategies', 'mitigationStrategy');

const attestationMap: Shape = record({
  children: [
    one('requirement', text()),
    texts('claims', 'claim'),
    texts('counterClaims', 'counterClaim'),
    one(
      'conformance',
      record({
        children: [required(one('score', text(decimal))), one('rationale', text()), mitigationStrategies],
      }),
    ),
    one(
      'confidence',
      record({ children: [required(one('score', text(decimal))), one('rationale', text())] }),
    ),
  ],
});

const attestation: Shape = record({
  children: [one('summary', text()), one('assessor', text()), many('map', attestationMap)],
});

const claim: Shape = record({
  attributes: [bomRef],
  children: [
    one('target', text()),
    one('predicate', text()),
    mitigationStrategies,
    one('reasoning', text()),
    many('evidence', text()),
    many('counterEvidence', text()),
    externalReferences,
  ],
});

const evidenceData: Shape = record({
  children: [
    one('name', text()),
    one('contents', record({ children: [one('attachment', attachment), one('url', text(uri))] })),
    one('classification', text()),
    many('sensitiveData', text()),
    one('governance', dataGovernance),
  ],
});

const claimEvidence: Shape = record({
  attributes: [bomRef],
  children: [
    one('propertyName', text()),
    one('description', text()),
    many('data', evidenceData),
    one('created', text(dateTime)),
    one('expires', text(dateTime)),
    one('author', organizationalContact),
    one('reviewer', organizationalContact),
  ],
});

const signatory: Shape = record({
  children: [
    one('name', text()),
    one('role', text()),
    one('organization', organizationalEntity),
    one('externalReference', externalReference),
  ],
});

export const declarations: Shape = record({
  children: [
    list('assessors', 'assessor', assessor),
    list('attestations', 'attestation', attestation),
    list('claims', 'claim', claim),
    list('evidence', 'evidence', claimEvidence),
    one(
      'targets',
      record({
        children: [
          list('organizations', 'organization', organizationalEntity),
          list('components', 'component', component),
          list('services', 'service', service),
        ],
      }),
    ),
    one(
      'affirmation',
      record({ children: [one('statement', text()), list('signatories', 'signatory', signatory)] }),
    ),
  ],
});

const requirement: Shape = record({
  attributes: [bomRef],
  children: [
    one('identifier', text()),
    one('title', text()),
    one('text', text()),
    texts('descriptions', 'description'),
    many('openCre', text()),
    one('parent', text()),
    properties,
    externalReferences,
  ],
});

const level: Shape = record({
  attributes: [bomRef],
  children: [
    one('identifier', text()),
    one('title', text()),
    one('description', text()),
    texts('requirements', 'requirement'),
  ],
});

/** XML requires the first four members, JSON none of them. */
const standard: Shape = record({
  attributes: [bomRef],
  children: [
    required(one('name', text())),
    required(one('version', text())),
    required(one('description', text())),
    required(one('owner', text())),
    list('requirements', 'requirement', requirement),
    list('levels', 'level', level),
    externalReferences,
  ],
});

export const definitions: Shape = record({ children: [list('standards', 'standard', standard), patents] });
