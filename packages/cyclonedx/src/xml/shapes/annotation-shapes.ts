import { dateTime, tokenOr } from '../scalars.ts';
import { list, one, record, required, type Shape, text } from '../shape.ts';
import { bomRef, organizationalContact, organizationalEntity, reference } from './common-shapes.ts';
import { component } from './component-shapes.ts';
import { service } from './service-shapes.ts';

export const composition: Shape = record({
  attributes: [bomRef],
  children: [
    one('aggregate', text(tokenOr('not_specified'))),
    list('assemblies', 'assembly', reference),
    list('dependencies', 'dependency', reference),
    list('vulnerabilities', 'vulnerability', reference),
  ],
});

const annotator: Shape = record({
  children: [
    one('organization', organizationalEntity),
    one('individual', organizationalContact),
    one('component', component),
    one('service', service),
  ],
});

export const annotation: Shape = record({
  attributes: [bomRef],
  children: [
    list('subjects', 'subject', reference),
    required(one('annotator', annotator)),
    required(one('timestamp', text(dateTime))),
    required(one('text', text())),
  ],
});

export const citation: Shape = record({
  attributes: [bomRef],
  children: [
    list('pointers', 'pointer', text()),
    list('expressions', 'expression', text()),
    required(one('timestamp', text(dateTime))),
    one('attributedTo', text()),
    one('process', text()),
    one('note', text()),
  ],
});
