export interface Property {
  readonly name: string;
  readonly value?: string;
}
