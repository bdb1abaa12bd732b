import { attribute, many, record, type Shape } from '../shape.ts';
import { reference } from './common-shapes.ts';

/** `<dependency ref="a"><dependency ref="b"/></dependency>`: the nested elements are only references. */
export const dependency: Shape = record({
  attributes: [attribute('ref')],
  children: [many('dependency', reference, 'dependsOn'), many('provides', reference)],
});
