import { token, uri } from '../scalars.ts';
import { list, many, one, record, type Shape, text } from '../shape.ts';
import { attachment, bomRef, party, properties } from './common-shapes.ts';

export const dataGovernance: Shape = record({
  children: [
    list('custodians', 'custodian', party('contact')),
    list('stewards', 'steward', party('contact')),
    list('owners', 'owner', party('contact')),
  ],
});

const graphic: Shape = record({ children: [one('name', text()), one('image', attachment)] });

export const graphicsCollection: Shape = record({
  children: [one('description', text()), list('collection', 'graphic', graphic)],
});

const dataContents: Shape = record({
  children: [one('attachment', attachment), one('url', text(uri)), properties],
});

export const componentData: Shape = record({
  attributes: [bomRef],
  children: [
    one('type', text(token)),
    one('name', text()),
    one('contents', dataContents),
    one('classification', text()),
    many('sensitiveData', text()),
    one('graphics', graphicsCollection),
    one('description', text()),
    one('governance', dataGovernance),
  ],
});
