import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';

/** What a page shows instead of itself when it fails; the rest stays usable. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title="This page failed">
      <Problem error={toError(error)} onRetry={retry} />
    </Page>
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
