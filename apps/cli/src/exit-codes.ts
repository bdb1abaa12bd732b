/** Exit codes, described in `tallyman --help`. */
export const EXIT = { ok: 0, failed: 1, usage: 2, denied: 3, unreachable: 4, found: 5 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODE_HELP = `
Exit codes:
  0  done
  1  the server refused or failed
  2  wrong usage or invalid input
  3  not signed in, or not permitted
  4  the server is not reachable
  5  --fail-on: there are findings of that severity or higher`;
