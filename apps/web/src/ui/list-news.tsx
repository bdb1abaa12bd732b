import { Button } from '@mantine/core';
import styles from './list-news.module.css';

interface ListNewsProps {
  /** What is different but not shown, because rows would move. */
  readonly hint: string | undefined;
  readonly onShow: () => void;
}

/** Stands above a list whose rows others have added or removed. */
export function ListNews({ hint, onShow }: ListNewsProps) {
  return (
    <div role="status" className={styles.news}>
      {hint !== undefined && (
        <>
          {hint}{' '}
          <Button variant="subtle" size="compact-sm" onClick={onShow}>
            Show
          </Button>
        </>
      )}
    </div>
  );
}
