import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { mirrorEcosystem } from './mirror-ecosystem.ts';
import { reconcileEcosystem } from './reconcile-ecosystem.ts';

const NAME = /^[\w .()+-]{1,100}$/;
const MAX_LIST_BYTES = 1024 * 1024;

/** Reads the ecosystems one after the other. If one fails, the others are still read, and the run fails. */
export async function mirrorOsv(session: RunSession): Promise<void> {
  const failures: Error[] = [];
  for (const ecosystem of await listEcosystems(session)) {
    try {
      await mirrorEcosystem(session, ecosystem);
      await reconcileEcosystem(session, ecosystem);
    } catch (error) {
      session.signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      failures.push(new Error(`${ecosystem}: ${error.message}`, { cause: error }));
    }
  }
  const [first] = failures;
  if (failures.length > 1)
    throw new AggregateError(failures, failures.map(({ message }) => message).join(' '));
  if (first) throw first;
}

async function listEcosystems({ settings, http, signal }: RunSession): Promise<readonly string[]> {
  if (!settings.ecosystems.includes('*')) return settings.ecosystems;
  const url = `${settings.url}/ecosystems.txt`;
  const { text } = await http.readText({ url, maxBytes: MAX_LIST_BYTES, signal });
  // Releases of a distribution (`Debian:11`) are also in the ecosystem itself.
  const names = text.split(/\r?\n/).map((line) => line.trim());
  const ecosystems = names.filter((name) => name !== '' && !name.includes(':'));
  if (ecosystems.length === 0) throw new UnreadableDataError('The list of ecosystems is empty.');
  if (!ecosystems.every((name) => NAME.test(name))) {
    throw new UnreadableDataError('The list of ecosystems is invalid: it has lines that are not names.');
  }
  return ecosystems;
}
