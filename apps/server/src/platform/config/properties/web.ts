import { property } from '../property.ts';
import { invalid, type Parsed, type ValueType, valid, valueType } from '../value-type.ts';
import { boolean, integer, milliseconds } from '../value-types.ts';

const SEGMENTS = /^(\/[A-Za-z0-9._~-]+)*$/;

/** Stored without a trailing slash: the root is the empty text. */
const basePath: ValueType<string> = valueType({
  label: 'path',
  expected: 'a path such as /tallyman',
  example: '/tallyman',
  parse: (raw): Parsed<string> => {
    const path = raw.trim().replace(/\/+$/, '');
    return SEGMENTS.test(path) && !path.includes('/..') ? valid(path) : invalid();
  },
  format: (path) => path || '/',
});

export const webProperties = {
  'svc.web.enabled': property(boolean, {
    default: true,
    description: 'Whether the web interface is served beside the API.',
  }),
  'svc.web.base-path': property(basePath, {
    default: '',
    description:
      'Path under which a reverse proxy serves this service, such as `/tallyman`. It works whether or not the proxy removes the path.',
  }),
  'svc.live-updates.max-connections': property(integer(0, 100_000, 500), {
    default: 500,
    description: 'Most streams of live updates that a node serves at the same time. `0` serves none.',
  }),
  'svc.live-updates.max-connections-per-user': property(integer(1, 1_000, 12), {
    default: 12,
    description: 'Most streams of live updates of one user or API key on a node.',
  }),
  'svc.live-updates.heartbeat-ms': property(milliseconds(500), {
    default: 15_000,
    description:
      'Time after which a stream of live updates gets a comment, so that proxies do not close it. Sessions are checked ' +
      'at the same time.',
  }),
};
