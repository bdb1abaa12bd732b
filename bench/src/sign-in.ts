export const PASSWORD = 'measure twice, cut once';

/** The value of the header Authorization. */
export async function signIn(api: string, password = PASSWORD): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password });
  const answer = await fetch(`${api}/api/v1/user/login`, { method: 'POST', body });
  return `Bearer ${await answer.text()}`;
}
