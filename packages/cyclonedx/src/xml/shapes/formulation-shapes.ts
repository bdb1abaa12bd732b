import { isJsonObject } from '../../schema/schema-node.ts';
import { boolean, dateTime, token, tokenOr } from '../scalars.ts';
import { type ChildRule, list, mixedListShape, one, record, required, type Shape, text } from '../shape.ts';
import { attachment, bomRef, externalReference, properties, property, texts } from './common-shapes.ts';
import { component } from './component-shapes.ts';
import { dependency } from './dependency-shapes.ts';
import { service } from './service-shapes.ts';

const resourceReference: Shape = record({
  children: [one('ref', text()), one('externalReference', externalReference)],
});

const resourceReferences = list('resourceReferences', 'resourceReference', resourceReference);

/** A variable with a name and a value, or a plain text. */
const environmentVars = one(
  'environmentVars',
  mixedListShape({ environmentVar: property, value: text() }, (item) =>
    isJsonObject(item) ? 'environmentVar' : 'value',
  ),
);

const parameter: Shape = record({
  children: [one('name', text()), one('value', text()), one('dataType', text())],
});

const sourceAndTarget: readonly ChildRule[] = [
  one('source', resourceReference),
  one('target', resourceReference),
];

const input: Shape = record({
  children: [
    one('resource', resourceReference),
    list('parameters', 'parameter', parameter),
    environmentVars,
    one('data', attachment),
    ...sourceAndTarget,
    properties,
  ],
});

const output: Shape = record({
  children: [
    one('resource', resourceReference),
    environmentVars,
    one('data', attachment),
    one('type', text(token)),
    ...sourceAndTarget,
    properties,
  ],
});

const inputsAndOutputs: readonly ChildRule[] = [
  list('inputs', 'input', input),
  list('outputs', 'output', output),
];

const identification: readonly ChildRule[] = [
  required(one('uid', text())),
  one('name', text()),
  one('description', text()),
  resourceReferences,
];

const command: Shape = record({ children: [one('executed', text()), properties] });

const step: Shape = record({
  children: [
    one('name', text()),
    one('description', text()),
    list('commands', 'command', command),
    properties,
  ],
});

const volume: Shape = record({
  children: [
    one('uid', text()),
    one('name', text()),
    one('mode', text(tokenOr('filesystem'))),
    one('path', text()),
    one('sizeAllocated', text()),
    one('persistent', text(boolean)),
    one('remote', text(boolean)),
    properties,
  ],
});

const workspace: Shape = record({
  attributes: [bomRef],
  children: [
    required(one('uid', text())),
    one('name', text()),
    texts('aliases', 'alias'),
    one('description', text()),
    resourceReferences,
    one('accessMode', text(token)),
    one('mountPath', text()),
    one('managedDataType', text()),
    one('volumeRequest', text()),
    one('volume', volume),
    properties,
  ],
});

const event: Shape = record({
  children: [
    one('uid', text()),
    one('description', text()),
    one('timeReceived', text(dateTime)),
    one('data', attachment),
    ...sourceAndTarget,
    properties,
  ],
});

const condition: Shape = record({
  children: [one('description', text()), one('expression', text()), properties],
});

const trigger: Shape = record({
  attributes: [bomRef],
  children: [
    ...identification,
    one('type', text(token)),
    one('event', event),
    list('conditions', 'condition', condition),
    one('timeActivated', text(dateTime)),
    ...inputsAndOutputs,
    properties,
  ],
});

/** The common members of tasks and workflows, in the order of the schema. */
const execution: readonly ChildRule[] = [
  list('taskTypes', 'taskType', text(token)),
  one('trigger', trigger),
  list('steps', 'step', step),
  ...inputsAndOutputs,
  one('timeStart', text(dateTime)),
  one('timeEnd', text(dateTime)),
  list('workspaces', 'workspace', workspace),
  list('runtimeTopology', 'dependency', dependency),
  properties,
];

const task: Shape = record({ attributes: [bomRef], children: [...identification, ...execution] });

const workflow: Shape = record({
  attributes: [bomRef],
  children: [
    ...identification,
    list('tasks', 'task', task),
    list('taskDependencies', 'dependency', dependency),
    ...execution,
  ],
});

export const formula: Shape = record({
  attributes: [bomRef],
  children: [
    list('components', 'component', component),
    list('services', 'service', service),
    list('workflows', 'workflow', workflow),
    properties,
  ],
});
