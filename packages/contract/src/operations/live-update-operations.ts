import Type from 'typebox';
import { anyOf } from '../access.ts';
import { operation } from '../operation.ts';

export const EVENT_STREAM = 'text/event-stream';

export const liveUpdateOperations = {
  watchChanges: operation({
    id: 'watchChanges',
    method: 'GET',
    path: '/api/v2/events',
    access: anyOf('VIEW_PORTFOLIO', 'VIEW_VULNERABILITY', 'VIEW_POLICY_VIOLATION'),
    tag: 'live updates (v2)',
    summary: 'Watch changes of projects as server-sent events',
    description:
      'The event `ready` says that changes are reported from now on. `change` has a LiveChanges document: kinds of ' +
      'changes and UUIDs of projects that the caller may access, no other data. FINDINGS and DECISIONS need ' +
      'VIEW_VULNERABILITY, VIOLATIONS needs VIEW_POLICY_VIOLATION, the others need VIEW_PORTFOLIO. `refresh` says that ' +
      'changes may have been missed: read again what is shown, as after a reconnect. Comments are sent while nothing ' +
      'changes. The stream ends with the session.',
    produces: EVENT_STREAM,
    responses: { 200: Type.String() },
    problems: [429, 503],
  }),
};
