import { ActionIcon, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { isTyping } from '../ui/is-typing.ts';
import { Kbd } from '../ui/kbd.tsx';
import { areSingleKeysOn, isKeyOff } from '../ui/single-keys.ts';
import styles from './key-help.module.css';

const KEYS: readonly (readonly [title: string, keys: readonly (readonly [string, string])[]])[] = [
  [
    'Everywhere',
    [
      ['Ctrl K', 'Search and go anywhere'],
      ['?', 'This list'],
      ['Esc', 'Close what is open'],
    ],
  ],
  [
    'In a list, when it has the focus',
    [
      ['j  ↓', 'Next row'],
      ['k  ↑', 'Previous row'],
      ['Home  End', 'First or last row'],
      ['Enter', 'Open the row beside the list'],
      ['x', 'Select or unselect'],
      ['/', 'Filter'],
    ],
  ],
  [
    'In Findings',
    [
      ['n', 'Not affected'],
      ['f', 'False positive'],
      ['t', 'In triage'],
      ['e', 'Exploitable'],
      ['r', 'Resolved'],
      ['s', 'Suppress, or show again'],
      ['a', 'Select all that match'],
      ['g', 'Group: by vulnerability, component, upgrade'],
      ['→  ←', 'Open or close a group'],
      ['u', 'Undo the last decision'],
      ['c', 'Write a comment'],
      ['v', 'Saved views'],
    ],
  ],
];

export function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isAlone = !isTyping(event.target) && !event.ctrlKey && !event.metaKey;
      if (event.key === '?' && isAlone && !isKeyOff(event.key)) setIsOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <ActionIcon size="lg" aria-label="Keyboard shortcuts" onClick={() => setIsOpen(true)}>
        <Icon name="help" />
      </ActionIcon>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Keyboard shortcuts" size="lg">
        {!areSingleKeysOn() && (
          <p className={styles.off}>
            Single keys are turned off.{' '}
            <Link to="/profile" onClick={() => setIsOpen(false)}>
              Turn them on in your profile
            </Link>
          </p>
        )}
        <div className={styles.groups}>
          {KEYS.map(([title, keys]) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl className={styles.keys}>
                {keys.map(([key, meaning]) => (
                  <div key={key}>
                    <dt>
                      {key.split('  ').map((one) => (
                        <Kbd key={one}>{one}</Kbd>
                      ))}
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Modal>
    </>
  );
}
