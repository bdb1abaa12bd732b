import { Button } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

interface SessionEndedProps {
  readonly username: string;
  readonly onOtherUser: () => void;
}

export function SessionEndedDialog({ username, onOtherUser }: SessionEndedProps) {
  return (
    <Dialog onClose={() => {}} withCloseButton={false} title="Your session has ended">
      <div className={styles.form}>
        <p>Sign in again to go on. What you have entered is still there.</p>
        <SignInForm username={username} />
        <ProviderButtons />
        <Button variant="subtle" onClick={onOtherUser}>
          Sign in as somebody else
        </Button>
      </div>
    </Dialog>
  );
}
