import type { SavedViewPage } from '@tallyman/contract';

export interface SavedViewRow {
  readonly id: number;
  readonly uuid: string;
  /** Null if the owner was deleted. */
  readonly ownerId: number | null;
  readonly owner: string | null;
  readonly page: SavedViewPage;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

/** The members that a user sets. */
export type SavedViewContent = Pick<SavedViewRow, 'name' | 'query' | 'isShared'>;
