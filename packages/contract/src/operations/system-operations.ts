import Type, { type Static } from 'typebox';
import { AUTHENTICATED, PUBLIC } from '../access.ts';
import { operation } from '../operation.ts';
import { Timestamp, UuidParams } from '../values.ts';

const tag = 'system';

const About = Type.Object(
  {
    application: Type.String(),
    version: Type.String({ description: 'Semantic version' }),
    timestamp: Type.String(),
    uuid: Type.String({ description: 'Identifies this installation' }),
    framework: Type.Object({
      name: Type.String(),
      version: Type.String(),
      timestamp: Type.String(),
      uuid: Type.String(),
    }),
  },
  { title: 'About' },
);

export const WorkState = Type.Object(
  {
    processing: Type.Boolean({ description: 'Whether work of the token is queued or running' }),
    failed: Type.Optional(
      Type.Boolean({ description: 'True if work of the token has failed; the upload says why' }),
    ),
    progress: Type.Optional(
      Type.Object({
        done: Type.Integer(),
        total: Type.Optional(Type.Integer()),
        phase: Type.Optional(Type.String()),
        updated: Timestamp,
      }),
    ),
  },
  { title: 'WorkState' },
);
export type WorkState = Static<typeof WorkState>;

export const systemOperations = {
  getVersion: operation({
    id: 'getVersion',
    method: 'GET',
    path: '/api/version',
    access: PUBLIC,
    tag,
    summary: 'Get the version of the service',
    responses: { 200: About },
  }),
  getOpenApiJson: operation({
    id: 'getOpenApiJson',
    method: 'GET',
    path: '/api/openapi.json',
    access: PUBLIC,
    tag,
    summary: 'Get the OpenAPI document as JSON',
    responses: { 200: Type.Any() },
    produces: 'application/json',
  }),
  getOpenApiYaml: operation({
    id: 'getOpenApiYaml',
    method: 'GET',
    path: '/api/openapi.yaml',
    access: PUBLIC,
    tag,
    summary: 'Get the OpenAPI document as YAML',
    responses: { 200: Type.String() },
    produces: 'application/yaml',
  }),
  getOpenApiV2Yaml: operation({
    id: 'getOpenApiV2Yaml',
    method: 'GET',
    path: '/api/v2/openapi.yaml',
    access: PUBLIC,
    tag,
    summary: 'Get the OpenAPI document of /api/v2 as YAML',
    responses: { 200: Type.String() },
    produces: 'application/yaml',
  }),
  getApiPage: operation({
    id: 'getApiPage',
    method: 'GET',
    path: '/api',
    access: PUBLIC,
    tag,
    summary: 'Show the API reference',
    responses: { 200: Type.String() },
    produces: 'text/html; charset=utf-8',
  }),
  getWelcomePage: operation({
    id: 'getWelcomePage',
    method: 'GET',
    path: '/',
    access: PUBLIC,
    tag,
    summary: 'Show the start page',
    responses: { 200: Type.String() },
    produces: 'text/html; charset=utf-8',
  }),
  getPageStyle: operation({
    id: 'getPageStyle',
    method: 'GET',
    path: '/page.css',
    access: PUBLIC,
    tag,
    summary: 'Get the style sheet of the pages',
    responses: { 200: Type.String() },
    produces: 'text/css; charset=utf-8',
  }),
  getApiPageScript: operation({
    id: 'getApiPageScript',
    method: 'GET',
    path: '/api/page.js',
    access: PUBLIC,
    tag,
    summary: 'Get the script of the API reference',
    responses: { 200: Type.String() },
    produces: 'text/javascript; charset=utf-8',
  }),
  getWorkState: operation({
    id: 'getWorkState',
    method: 'GET',
    path: '/api/v1/event/token/{uuid}',
    access: AUTHENTICATED,
    tag: 'event',
    summary: 'Get the state of the work of a token',
    description:
      'Uploads and other long work return a token. An unknown token, and one for a project that the caller may ' +
      'not see, is not being processed.',
    params: UuidParams,
    responses: { 200: WorkState },
  }),
};
