import Type from 'typebox';
import { anyOf } from '../access.ts';
import { operation } from '../operation.ts';

export const EVENT_STREAM = 'text/event-stream';

export const liveUpdateOperations = {
  watchChanges: operation({
    id: 'watchChanges',
    method: 'GET',
    path: '/api/v2/events',
    access: anyOf(
      'VIEW_PORTFOLIO',
      'VIEW_VULNERABILITY',
      'VIEW_POLICY_VIOLATION',
      'SYSTEM_CONFIGURATION',
      'SYSTEM_CONFIGURATION_READ',
    ),
    tag: 'live updates (v2)',
    summary: 'Watch changes of projects, mirror runs and failed deliveries as server-sent events',
    description:
      'The event `ready` says that changes are reported from now on. `change` has a LiveChanges document: kinds of ' +
      'changes and UUIDs of projects that the caller may access, no other data. FINDINGS and DECISIONS need ' +
      'VIEW_VULNERABILITY, VIOLATIONS needs VIEW_POLICY_VIOLATION, MIRRORS and DELIVERIES need SYSTEM_CONFIGURATION or ' +
      'SYSTEM_CONFIGURATION_READ, the others need VIEW_PORTFOLIO. `refresh` says that changes may have been missed: read ' +
      'again what is shown, as after a reconnect. Comments are sent while nothing changes. Credentials and permissions ' +
      'are checked at most five seconds before a change is sent, and with each comment: then the stream ends if the ' +
      'session has ended.',
    produces: EVENT_STREAM,
    responses: { 200: Type.String() },
    problems: [429, 503],
  }),
};
