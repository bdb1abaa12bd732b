import type { PublishDeps } from '../publishers/publisher-kind.ts';

/** Adds every secret that is resolved to `used`, so that it can be redacted in logs and answers. */
export function trackSecrets<Deps extends PublishDeps>(deps: Deps, used: Set<string>): Deps {
  const resolveSecret = async (name: string) => {
    const value = await deps.resolveSecret(name);
    used.add(value);
    return value;
  };
  return { ...deps, resolveSecret };
}
