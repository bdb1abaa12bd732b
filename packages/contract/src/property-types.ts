import { oneOf } from './one-of.ts';

/** Value types of properties: of a project, of a component, of the configuration. */
const PROPERTY_TYPES = ['BOOLEAN', 'INTEGER', 'NUMBER', 'STRING', 'TIMESTAMP', 'URL', 'UUID'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const PropertyTypeName = oneOf(PROPERTY_TYPES);
