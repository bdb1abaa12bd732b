/** An element of the CycloneDX namespace, without foreign elements and attributes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text of the element itself, including CDATA sections. */
  readonly text: string;
}
