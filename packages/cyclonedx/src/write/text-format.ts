import type { BomListName } from '../model/bom.ts';
import type { BomSchema } from '../schema/bom-schema.ts';
import type { BomContent } from './bom-content.ts';

export type MemberName = Exclude<keyof BomContent, 'serialNumber' | 'version'>;

/** Gives the text of a list piece by piece. */
export interface ListWriter {
  item(value: unknown): string;
  end(): string;
}

/** How a document is put together in one of the two formats. */
export interface TextFormat {
  readonly memberOrder: readonly MemberName[];
  /** Members without which the document would not be valid. */
  readonly demands: ReadonlySet<MemberName>;
  /** As much of the beginning as follows from the target alone. */
  readonly opening: string;
  readonly tail: string;
  knows(name: MemberName, schema: BomSchema): boolean;
  /** What stands between the opening and the first member. */
  head(identity: { readonly serialNumber?: unknown; readonly version?: number | undefined }): string;
  member(name: MemberName, value: unknown): string;
  /** Writes the items of a list one after the other. */
  list(name: BomListName, areDistinct: boolean): ListWriter;
}
