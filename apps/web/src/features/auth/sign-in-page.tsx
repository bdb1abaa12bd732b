import { useState } from 'react';
import { Mark } from '../../ui/mark.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import styles from './sign-in.module.css';
import { describeSignInError } from './sign-in-error.ts';
import { SignInForm } from './sign-in-form.tsx';
import type { Credentials } from './use-sign-in.ts';

export function SignInPage() {
  const [mustChange, setMustChange] = useState<Credentials>();
  const [isChanged, setIsChanged] = useState(false);
  const refusal = describeSignInError(window.location.search);
  const handleChanged = () => {
    setMustChange(undefined);
    setIsChanged(true);
  };
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Mark />
        {mustChange ? (
          <ChangePasswordForm credentials={mustChange} onChanged={handleChanged} />
        ) : (
          <>
            <h1>Sign in</h1>
            {isChanged && <p role="status">The password was changed. Sign in with the new one.</p>}
            {refusal && <p role="alert">{refusal}</p>}
            <SignInForm onPasswordChangeForced={setMustChange} />
            <ProviderButtons />
          </>
        )}
      </div>
    </main>
  );
}
