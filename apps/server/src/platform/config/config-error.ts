/** The configuration cannot be used. It carries every problem at once, so that one round of repair is enough. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    super([`The configuration has ${count}:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
