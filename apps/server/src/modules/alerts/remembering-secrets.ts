import type { PublishMeans } from './publisher-kind.ts';

/** Keeps those that were used, so that they can be left out of what is written down or answered. */
export function rememberingSecrets<Means extends PublishMeans>(means: Means, used: Set<string>): Means {
  const resolveSecret = async (name: string) => {
    const value = await means.resolveSecret(name);
    used.add(value);
    return value;
  };
  return { ...means, resolveSecret };
}
