import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import type { TreeNode } from './flatten-tree.ts';
import styles from './tree-cell.module.css';

interface TreeCellProps<Item> {
  readonly node: TreeNode<Item>;
  readonly onToggle: (node: TreeNode<Item>) => void;
  readonly children: ReactNode;
}

/** The first cell of a row in a tree: indented, with the button that expands it. */
export function TreeCell<Item>({ node, onToggle, children }: TreeCellProps<Item>) {
  return (
    <span className={styles.cell} style={{ paddingInlineStart: (node.level - 1) * 18 }}>
      {node.isExpanded === undefined ? (
        <span className={styles.space} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={node.isExpanded ? 'Collapse' : 'Expand'}
          onClick={() => onToggle(node)}
        >
          {node.isLoading ? (
            <Loader size={10} color="gray" />
          ) : (
            <Icon name={node.isExpanded ? 'chevronDown' : 'chevronRight'} size={12} />
          )}
        </button>
      )}
      {children}
      {node.isCycle && (
        <span className={styles.cycle} title="It stands above itself in this path">
          cycle
        </span>
      )}
    </span>
  );
}
