/**
 * A test runner of Stryker for pure rules. It imports the unit tests of a rule into its own process and evaluates them again
 * for each mutant, which takes milliseconds. Vitest would start a worker and load all dependencies for each mutant.
 */
import { join, relative } from 'node:path';
import { type CollectedTest, takeCollectedTests } from './collect-tests.ts';
import { findUnitTests } from './find-unit-tests.ts';
import { prepareSources } from './load-sources.ts';

/** What instrumented sources share with their test runner. */
interface Instrumentation {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
  readonly mutantActivation: 'runtime' | 'static';
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
}

class RuleTestRunner {
  readonly #root = process.cwd();
  readonly #evaluate = prepareSources(this.#root);
  readonly #instrumentation: Instrumentation = Object.assign(globalThis, { __stryker__: {} }).__stryker__;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun({ files = [] }: { readonly files?: readonly string[] }) {
    const ran = [];
    for (const test of await this.#loadTests(files)) {
      this.#instrumentation.currentTestId = test.name;
      const start = performance.now();
      const failure = await findFailure(test);
      const common = { id: test.name, name: test.name, timeSpentMs: performance.now() - start };
      ran.push(
        failure === undefined ? { ...common, status: 0 } : { ...common, status: 1, failureMessage: failure },
      );
    }
    this.#instrumentation.currentTestId = undefined;
    return { status: 'complete', tests: ran, mutantCoverage: this.#instrumentation.mutantCoverage };
  }

  async mutantRun({ activeMutant, sandboxFileName, mutantActivation, testFilter, hitLimit }: MutantRun) {
    this.#activate(mutantActivation === 'static' ? activeMutant.id : undefined, hitLimit);
    const tests = await this.#loadTests([sandboxFileName], testFilter);
    this.#activate(activeMutant.id, hitLimit);
    let count = 0;
    for (const test of tests) {
      count += 1;
      const failureMessage = await findFailure(test);
      if ((this.#instrumentation.hitCount ?? 0) > (hitLimit ?? Number.POSITIVE_INFINITY))
        return { status: 'timeout' };
      if (failureMessage !== undefined)
        return { status: 'killed', killedBy: [test.name], failureMessage, nrOfTests: count };
    }
    return { status: 'survived', nrOfTests: count };
  }

  #activate(mutant: string | undefined, hitLimit: number | undefined): void {
    Object.assign(this.#instrumentation, {
      activeMutant: mutant,
      hitCount: hitLimit === undefined ? undefined : 0,
      hitLimit,
    });
  }

  /** The tests that belong to the files. Their names start with the path, so that they are unique. */
  async #loadTests(files: readonly string[], wanted?: readonly string[]): Promise<CollectedTest[]> {
    const paths = new Set(files.flatMap((file) => findUnitTests(relative(this.#root, file), this.#root)));
    takeCollectedTests();
    const tests: CollectedTest[] = [];
    for (const path of paths) {
      if (wanted && !wanted.some((name) => name.startsWith(`${path} >`))) continue;
      await this.#evaluate(join(this.#root, path));
      tests.push(...takeCollectedTests().map((test) => ({ ...test, name: `${path} > ${test.name}` })));
    }
    return wanted ? tests.filter(({ name }) => wanted.includes(name)) : tests;
  }
}

/** The message of the error that the test throws, undefined if it passes. */
async function findFailure(test: CollectedTest): Promise<string | undefined> {
  try {
    await test.run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Read by Stryker. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'rules', injectableClass: RuleTestRunner }];
