import Type from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { LARGE_BODY_BYTES, operation } from '../operation.ts';
import { NewService, Service, ServiceReplacement } from '../services.ts';
import { UuidParams } from '../values.ts';

const tag = 'service';
const mayView = anyOf('VIEW_PORTFOLIO');

export const serviceOperations = {
  listProjectServices: operation({
    id: 'listProjectServices',
    method: 'GET',
    path: '/api/v1/service/project/{uuid}',
    access: mayView,
    tag,
    summary: 'List the services of a project',
    paged: true,
    params: UuidParams,
    responses: { 200: Type.Array(Service) },
    problems: [404],
  }),
  getService: operation({
    id: 'getService',
    method: 'GET',
    path: '/api/v1/service/{uuid}',
    access: mayView,
    tag,
    summary: 'Get a service',
    params: UuidParams,
    responses: { 200: Service },
    problems: [404],
  }),
  createService: operation({
    id: 'createService',
    method: 'PUT',
    path: '/api/v1/service/project/{uuid}',
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Add a service to a project',
    params: UuidParams,
    body: NewService,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 201: Service },
    problems: [404],
  }),
  updateService: operation({
    id: 'updateService',
    method: 'POST',
    path: '/api/v1/service',
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Replace a service',
    description: 'Absent members are removed, except provider, data and externalReferences.',
    body: ServiceReplacement,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: Service },
    problems: [404],
  }),
  deleteService: operation({
    id: 'deleteService',
    method: 'DELETE',
    path: '/api/v1/service/{uuid}',
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Delete a service',
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
};
