import type { ComponentIdentity } from '../../cyclonedx-mapping/to-component-identity.ts';
import { toCpeName } from '../../portfolio/identifiers/cpe-name.ts';

/** A component of the target project that may match. */
export interface ProjectComponent extends ComponentIdentity {
  readonly id: number;
  readonly uuid: string;
}

/** Import rule 6: finds the components of the project that match a component of the document. */
export class ComponentMatcher {
  readonly #byKey = new Map<string, ProjectComponent[]>();
  readonly #matchesByRef = new Map<string, readonly ProjectComponent[]>();

  constructor(components: Iterable<ProjectComponent>) {
    for (const component of components) {
      for (const key of toKeys(component)) {
        const sharing = this.#byKey.get(key);
        if (sharing) sharing.push(component);
        else this.#byKey.set(key, [component]);
      }
    }
  }

  /** "Several components may match, and every match receives the analysis." Remembers the matches of each reference. */
  match(ref: string, identity: ComponentIdentity): readonly ProjectComponent[] {
    const known = this.#matchesByRef.get(ref);
    if (known) return known;
    const matches = new Set<ProjectComponent>();
    for (const key of toKeys(identity)) for (const one of this.#byKey.get(key) ?? []) matches.add(one);
    const found = [...matches];
    this.#matchesByRef.set(ref, found);
    return found;
  }
}

/**
 * "PURL equal in canonical form; PURL coordinates equal; CPE equal; SWID tag ID equal; group, name and version all
 * equal": any one of these. Equal PURLs have equal coordinates. A CPE name is the same in CPE 2.2 and 2.3.
 */
function toKeys({ purlCoordinates, cpe, swidTagId, group, name, version }: ComponentIdentity): string[] {
  return [
    ...(purlCoordinates === null ? [] : [`purl ${purlCoordinates}`]),
    ...(cpe === null ? [] : [`cpe ${toCpeName(cpe)}`]),
    ...(swidTagId === null ? [] : [`swid ${swidTagId}`]),
    `name ${JSON.stringify([group, name, version])}`,
  ];
}
