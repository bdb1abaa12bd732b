import type { Component } from '@tallyman/cyclonedx';
import { definedMembers } from './defined-members.ts';

/** "A VEX component entry holds only type, group, name, version, purl, cpe, swid and hashes." */
export function identifyingMembers(component: Component): Component {
  const { type, 'bom-ref': ref, group, name, version, hashes, cpe, purl, swid } = component;
  return definedMembers<Component>({ type, 'bom-ref': ref, group, name, version, hashes, cpe, purl, swid });
}
