import { secondFactorOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FactorStartForm } from './factor-start-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { createKey } from './security-key.ts';

/** Adds a security key: name and password, then the key itself, then recovery codes to keep. */
export function AddKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const addition = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const started = (await call(secondFactorOperations.startWebAuthn, { body: { password } })).body;
      const response = await createKey(started.options);
      const body = { challenge_id: started.challenge_id, name, response };
      return (await call(secondFactorOperations.addWebAuthn, { body })).body;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [secondFactorOperations.listSecondFactors.id] }),
  });
  return (
    <Dialog onClose={onClose} title="Add a security key" size="md">
      {addition.data ? (
        <RecoveryCodes codes={addition.data.recovery_codes} onClose={onClose}>
          The key is added. From now on you are asked for it when you sign in.
        </RecoveryCodes>
      ) : (
        <FactorStartForm
          example="Blue key"
          error={addition.error}
          isPending={addition.isPending}
          onSubmit={(start) => addition.mutate(start)}
        >
          <p className="muted">
            Then the browser asks for the key. It works only at <bdi>{window.location.hostname}</bdi>.
          </p>
        </FactorStartForm>
      )}
    </Dialog>
  );
}
