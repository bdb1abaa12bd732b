import Type, { type Static } from 'typebox';
import { wholeOrPart } from '../access.ts';
import { nullable } from '../nullable.ts';
import { operation } from '../operation.ts';
import { PropertyTypeName } from '../property-types.ts';
import { LINES, ONE_LINE, PrintableName, UuidParams } from '../values.ts';

const tag = 'projectProperty';
const path = '/api/v1/project/{uuid}/property';

const Value = nullable(Type.String({ maxLength: 1024, pattern: LINES }));
const Description = nullable(Type.String({ maxLength: 255, pattern: ONE_LINE }));

export const ProjectProperty = Type.Object(
  {
    groupName: Type.String(),
    propertyName: Type.String(),
    propertyValue: Type.Optional(Type.String()),
    propertyType: PropertyTypeName,
    description: Type.Optional(Type.String()),
  },
  { title: 'ProjectProperty' },
);
export type ProjectProperty = Static<typeof ProjectProperty>;

const keyMembers = { groupName: PrintableName, propertyName: PrintableName };

export const NewProjectProperty = Type.Object(
  {
    ...keyMembers,
    propertyValue: Type.Optional(Value),
    propertyType: PropertyTypeName,
    description: Type.Optional(Description),
  },
  { title: 'NewProjectProperty' },
);
export type NewProjectProperty = Static<typeof NewProjectProperty>;

export const ProjectPropertyChange = Type.Object(
  {
    ...keyMembers,
    propertyValue: Type.Optional(Value),
    propertyType: Type.Optional(PropertyTypeName),
    description: Type.Optional(Description),
  },
  { title: 'ProjectPropertyChange', description: 'An absent type or description is not changed' },
);
export type ProjectPropertyChange = Static<typeof ProjectPropertyChange>;

export const ProjectPropertyKey = Type.Object(keyMembers, { title: 'ProjectPropertyKey' });
export type ProjectPropertyKey = Static<typeof ProjectPropertyKey>;

export const projectPropertyOperations = {
  listProjectProperties: operation({
    id: 'listProjectProperties',
    method: 'GET',
    path,
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'READ'),
    tag,
    summary: 'List the properties of a project by group and name',
    params: UuidParams,
    responses: { 200: Type.Array(ProjectProperty) },
    problems: [404],
  }),
  createProjectProperty: operation({
    id: 'createProjectProperty',
    method: 'PUT',
    path,
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Add a property to a project',
    params: UuidParams,
    body: NewProjectProperty,
    responses: { 201: ProjectProperty },
    problems: [404, 409],
  }),
  updateProjectProperty: operation({
    id: 'updateProjectProperty',
    method: 'POST',
    path,
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Change a property of a project',
    params: UuidParams,
    body: ProjectPropertyChange,
    responses: { 200: ProjectProperty },
    problems: [404],
  }),
  deleteProjectProperty: operation({
    id: 'deleteProjectProperty',
    method: 'DELETE',
    path,
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'DELETE'),
    tag,
    summary: 'Remove a property from a project',
    params: UuidParams,
    body: ProjectPropertyKey,
    responses: { 204: null },
    problems: [404],
  }),
};
