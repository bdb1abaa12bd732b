import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import styles from './copyable.module.css';
import { Icon } from './icons.tsx';

/** An identifier that is copied with one click. */
export function Copyable({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1_500);
  };
  return (
    <span className={styles.copyable}>
      <code>{text}</code>
      <ActionIcon size="sm" aria-label={isCopied ? 'Copied' : 'Copy'} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={13} />
      </ActionIcon>
    </span>
  );
}
