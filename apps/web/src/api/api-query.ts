import type { Answered, CallInput } from '@tallyman/client';
import type { Operation } from '@tallyman/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** A read of the API for `useQuery`. Its key begins with the id of the operation, by which it can be invalidated. */
export function apiQuery<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions({
    queryKey: [operation.id, input],
    queryFn: ({ signal }): Promise<Answered<O>> => call(operation, { ...input, signal }),
  });
}

/** As `client.call`, with input that is always given. */
export function call<O extends Operation>(operation: O, input: CallInput<O>): Promise<Answered<O>> {
  const send: (operation: O, input: CallInput<O>) => Promise<Answered<O>> = client.call;
  return send(operation, input);
}
