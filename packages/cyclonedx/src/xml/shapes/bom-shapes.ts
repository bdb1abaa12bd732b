import type { BomListName } from '../../model/bom.ts';
import { integer, token } from '../scalars.ts';
import { attribute, list, one, record, type Shape } from '../shape.ts';
import { annotation, citation, composition } from './annotation-shapes.ts';
import { externalReferences, properties } from './common-shapes.ts';
import { component } from './component-shapes.ts';
import { declarations, definitions } from './declaration-shapes.ts';
import { dependency } from './dependency-shapes.ts';
import { formula } from './formulation-shapes.ts';
import { metadata } from './metadata-shapes.ts';
import { service } from './service-shapes.ts';
import { vulnerability } from './vulnerability-shapes.ts';

/** The lists of a document: the name of the element of an item, and its shape. */
export const LIST_ITEMS: Readonly<Record<BomListName, { readonly element: string; readonly shape: Shape }>> =
  {
    components: { element: 'component', shape: component },
    services: { element: 'service', shape: service },
    dependencies: { element: 'dependency', shape: dependency },
    compositions: { element: 'composition', shape: composition },
    vulnerabilities: { element: 'vulnerability', shape: vulnerability },
    annotations: { element: 'annotation', shape: annotation },
    formulation: { element: 'formula', shape: formula },
    citations: { element: 'citation', shape: citation },
  };

/** The content of the root element other than those lists. */
const DOCUMENT_ATTRIBUTES = [attribute('serialNumber', token), attribute('version', integer)];

/** The members of the document that are not lists, each with its own element. */
export const DOCUMENT_MEMBERS = {
  metadata: one('metadata', metadata),
  externalReferences,
  properties,
  declarations: one('declarations', declarations),
  definitions: one('definitions', definitions),
};

/**
 * For reading. In XML a list of citations must not be empty, so it is not split. Dependencies are read here only in the
 * form of the 1.1 extension.
 */
export const bomDocument: Shape = record({
  attributes: DOCUMENT_ATTRIBUTES,
  children: [
    ...Object.values(DOCUMENT_MEMBERS),
    list('dependencies', 'dependency', dependency),
    list('citations', 'citation', citation),
  ],
});
