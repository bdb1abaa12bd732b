import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { nextIndex } from '../ui/grid/next-index.ts';
import { Icon } from '../ui/icons.tsx';
import { Kbd } from '../ui/kbd.tsx';
import styles from './command-menu.module.css';
import { useCommands } from './use-commands.ts';

/** The search of the bar: everything there is to go to, by typing a part of its name. */
export function CommandMenu() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setIsOpen(true)}>
        <Icon name="search" />
        <span className={styles.hint}>Search projects, components, vulnerabilities</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        withCloseButton={false}
        padding={0}
        size={560}
        yOffset="12vh"
        centered={false}
        attributes={{ content: { 'aria-label': 'Search and go' } }}
      >
        <Commands onDone={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

function Commands({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { commands, isSearching } = useCommands(text);
  const navigate = useNavigate();
  const active = Math.min(chosen, commands.length - 1);
  const run = (index: number) => {
    const command = commands[index];
    if (!command) return;
    onDone();
    if (typeof command.place === 'function') command.place();
    else void navigate(command.place);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(active);
    const target = /^(Arrow|Page)/.test(event.key)
      ? nextIndex(event.key, active, commands.length, 8)
      : undefined;
    if (target === undefined) return;
    event.preventDefault();
    setChosen(target);
  };
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Search and go"
          aria-expanded
          aria-controls="commands"
          aria-activedescendant={commands[active] ? `command-${active}` : undefined}
          placeholder="Type a part of a name or an id"
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <div id="commands" role="listbox" tabIndex={-1} aria-label="Results" className={styles.results}>
        {commands.map(({ key, label, hint, icon }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={key}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.result}
            onClick={() => run(index)}
          >
            <Icon name={icon} />
            <span className="truncate" dir="auto">
              {label}
            </span>
            <span className={`${styles.kind} truncate`}>{hint}</span>
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {isSearching ? 'Searching…' : commands.length === 0 ? 'Nothing found' : ''}
      </p>
    </>
  );
}
