import type { Component } from '@tallyman/cyclonedx';
import { PRODUCT_VERSION } from '../../../platform/product-version.ts';

/** This service, as the tool that made the document. */
export const EXPORT_TOOL: Component = { type: 'application', name: 'Tallyman', version: PRODUCT_VERSION };
