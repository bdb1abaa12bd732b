/** An element of the CycloneDX namespace; foreign elements and attributes are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, CDATA included. */
  readonly text: string;
}
