import { property } from '../property.ts';
import { invalid, type Parsed, type ValueType, valid, valueType } from '../value-type.ts';
import { boolean } from '../value-types.ts';

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
};
