import { Button, TextInput } from '@mantine/core';
import { secondFactorOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QrCode } from '../../ui/qr/qr-code.tsx';
import { FactorStartForm, type StepProps } from './factor-start-form.tsx';
import styles from './profile-page.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

interface AddTotpDialogProps {
  readonly onClose: () => void;
}

/** Adds an authenticator app: name and password, then its first code, then recovery codes to keep. */
export function AddTotpDialog({ onClose }: AddTotpDialogProps) {
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: async (body: { name: string; password: string }) =>
      (await call(secondFactorOperations.startTotp, { body })).body,
  });
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      const params = { uuid: start.data?.uuid ?? '' };
      return (await call(secondFactorOperations.confirmTotp, { params, body: { code } })).body;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [secondFactorOperations.listSecondFactors.id] }),
  });
  return (
    <Dialog onClose={onClose} title="Add an authenticator app" size="md">
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data.recovery_codes} onClose={onClose}>
          The app is added. From now on you are asked for a code when you sign in.
        </RecoveryCodes>
      ) : start.data ? (
        <ConfirmForm
          enrolment={start.data}
          error={confirm.error}
          isPending={confirm.isPending}
          onSubmit={(code) => confirm.mutate(code)}
        />
      ) : (
        <FactorStartForm
          example="Phone"
          error={start.error}
          isPending={start.isPending}
          onSubmit={(body) => start.mutate(body)}
        />
      )}
    </Dialog>
  );
}

interface ConfirmFormProps extends StepProps<string> {
  readonly enrolment: { readonly secret: string; readonly uri: string };
}

function ConfirmForm({ enrolment: { secret, uri }, error, isPending, onSubmit }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(code.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>Scan the code with the app, or type the secret into it.</p>
      <QrCode text={uri} label="QR code that holds the secret" />
      <Facts>
        <Fact name="Secret">
          <Copyable text={secret} />
        </Fact>
        <Fact name="Address">
          <Copyable text={uri} />
        </Fact>
      </Facts>
      <TextInput
        label="Code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {error && <Problem error={error} />}
      <Button type="submit" variant="filled" loading={isPending}>
        Confirm
      </Button>
    </form>
  );
}
