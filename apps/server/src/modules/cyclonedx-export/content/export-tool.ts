import type { Component } from '@tallyman/cyclonedx';
import manifest from '../../../../package.json' with { type: 'json' };

/** This service, as the tool that made the document. */
export const EXPORT_TOOL: Component = { type: 'application', name: 'Tallyman', version: manifest.version };
