import { TextInput } from '@mantine/core';
import { type Ref, useEffect, useState } from 'react';
import styles from './filter-text.module.css';
import { Icon } from './icons.tsx';

interface FilterTextProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Moves the focus to the list. */
  readonly onLeave: () => void;
}

const TYPING_PAUSE_MS = 250;

/** Searches after a pause in typing, or at once with Enter. */
export function FilterText({ label, placeholder, text, onChange, inputRef, onLeave }: FilterTextProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <TextInput
      ref={inputRef}
      className={styles.text}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={14} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(typed);
        if (event.key === 'Enter' || event.key === 'Escape') onLeave();
      }}
    />
  );
}
