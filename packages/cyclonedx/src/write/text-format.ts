import type { BomListName } from '../model/bom.ts';
import type { BomSchema } from '../schema/bom-schema.ts';
import type { BomContent } from './bom-content.ts';

export type MemberName = Exclude<keyof BomContent, 'serialNumber' | 'version'>;

/** Writes a list item by item. */
export interface ListWriter {
  item(value: unknown): string;
  end(): string;
}

/** Writes documents in one format. */
export interface TextFormat {
  readonly memberOrder: readonly MemberName[];
  /** Mandatory members. */
  readonly demands: ReadonlySet<MemberName>;
  /** The start of the document that depends on the target only. */
  readonly opening: string;
  readonly tail: string;
  knows(name: MemberName, schema: BomSchema): boolean;
  /** The text between the opening and the first member. */
  head(identity: { readonly serialNumber?: unknown; readonly version?: number | undefined }): string;
  member(name: MemberName, value: unknown): string;
  list(name: BomListName, areDistinct: boolean): ListWriter;
}
