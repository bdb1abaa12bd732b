import { Modal } from '@mantine/core';
import type { AnalysisJustification } from '@tallyman/contract';
import type { KeyboardEvent } from 'react';
import { Kbd } from '../../ui/kbd.tsx';
import { areSingleKeysOn, isKeyOff } from '../../ui/single-keys.ts';
import { JUSTIFICATION_WORDS } from './decision-words.ts';
import styles from './justification-dialog.module.css';

interface JustificationDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChoose: (justification: AnalysisJustification) => void;
}

const CHOICES = Object.entries(JUSTIFICATION_WORDS) as [AnalysisJustification, string][];

/** Asks why something is not affected: one of nine reasons, by its number or by Tab and Enter. */
export function JustificationDialog({ isOpen, onClose, onChoose }: JustificationDialogProps) {
  const chooseByNumber = (event: KeyboardEvent) => {
    const choice = CHOICES[Number(event.key) - 1];
    if (choice && !isKeyOff(event.key)) onChoose(choice[0]);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Not affected, because…"
      size="sm"
      onKeyDown={chooseByNumber}
    >
      <ol className={styles.choices}>
        {CHOICES.map(([justification, words], index) => (
          <li key={justification}>
            <button
              type="button"
              className={styles.choice}
              data-autofocus={index === 0 || undefined}
              onClick={() => onChoose(justification)}
            >
              {areSingleKeysOn() && <Kbd>{String(index + 1)}</Kbd>}
              {words}
            </button>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
