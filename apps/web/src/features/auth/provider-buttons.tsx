import { Button } from '@mantine/core';
import { oidcSignInOperations } from '@tallyman/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { client } from '../../api/client.ts';
import { Problem } from '../../ui/problem.tsx';
import { presentPath } from './present-path.ts';
import styles from './sign-in.module.css';

/** One button for each identity provider, which signs in and returns to this page. Nothing if there is none. */
export function ProviderButtons() {
  const { data } = useQuery(apiQuery(oidcSignInOperations.listOidcProviders, {}));
  const start = useMutation({
    mutationFn: async (provider: string) => {
      const body = { return_path: presentPath(window.location, document.baseURI) };
      const answer = await client.call(oidcSignInOperations.startOidcSignIn, { params: { provider }, body });
      window.location.assign(answer.body.location);
    },
  });
  const providers = data?.body.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {start.error && <Problem error={start.error} />}
      {providers.map(({ id, name }) => (
        <Button key={id} size="sm" fullWidth disabled={start.isPending} onClick={() => start.mutate(id)}>
          Sign in with {name}
        </Button>
      ))}
    </div>
  );
}
