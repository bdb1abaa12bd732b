export interface TreeNode<Item> {
  /** The ids from the root to the item: an item may stand in several places. */
  readonly path: string;
  readonly item: Item;
  /** From 1. */
  readonly level: number;
  /** Undefined if it cannot be expanded. */
  readonly isExpanded: boolean | undefined;
  /** The item stands above itself, so that it cannot be expanded once more. */
  readonly isCycle: boolean;
  /** Expanded, but its children are not loaded yet. */
  readonly isLoading: boolean;
}

export interface Tree<Item> {
  readonly roots: readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly hasChildren: (item: Item) => boolean;
  /** Undefined until they are loaded. */
  readonly childrenOf: (id: string) => readonly Item[] | undefined;
  readonly isExpanded: (path: string) => boolean;
}

/** The visible nodes of a tree from top to bottom. Ends in spite of cycles. */
export function flattenTree<Item>(tree: Tree<Item>): TreeNode<Item>[] {
  const nodes: TreeNode<Item>[] = [];
  const visit = (items: readonly Item[], above: readonly string[]) => {
    for (const item of items) {
      const id = tree.idOf(item);
      const path = [...above, id].join('/');
      const isCycle = above.includes(id);
      const isOpen = tree.hasChildren(item) && !isCycle ? tree.isExpanded(path) : undefined;
      const children = isOpen ? tree.childrenOf(id) : undefined;
      const isLoading = isOpen === true && children === undefined;
      nodes.push({ path, item, level: above.length + 1, isExpanded: isOpen, isCycle, isLoading });
      if (children) visit(children, [...above, id]);
    }
  };
  visit(tree.roots, []);
  return nodes;
}
