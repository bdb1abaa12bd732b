import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './profile-page.module.css';

interface RecoveryCodesProps {
  /** Empty if the user had some already. */
  readonly codes: readonly string[];
  readonly onClose: () => void;
  /** What was done. */
  readonly children: ReactNode;
}

/** The last step of a dialog: new recovery codes, which are shown only here. */
export function RecoveryCodes({ codes, onClose, children }: RecoveryCodesProps) {
  return (
    <div className={styles.form}>
      <p role="status">{children}</p>
      {codes.length > 0 && (
        <>
          <p>Keep these recovery codes in a safe place. Each works once, and they are not shown again.</p>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button variant="filled" data-autofocus onClick={onClose}>
        {codes.length > 0 ? 'I have kept them' : 'Close'}
      </Button>
    </div>
  );
}
