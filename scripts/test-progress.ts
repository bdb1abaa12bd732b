import {
  DefaultReporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
} from 'vitest/node';

/**
 * Vitest's reporter with three additions: every finished file shows the overall progress and its errors, and the last line has
 * the number of tests in a fixed format for scripts.
 */
export default class TestProgress extends DefaultReporter {
  private files = 0;
  private done = 0;
  private readonly startedAt = performance.now();

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.files = specifications.length;
    this.log(`${this.files} test files`);
    super.onTestRunStart(specifications);
  }

  protected override printTestModule(module: TestModule): void {
    this.done += 1;
    super.printTestModule(module);
    for (const test of module.children.allTests('failed')) this.printErrors(test);
  }

  /** At once: Vitest prints errors only at the end, which an interrupted run does not reach. */
  private printErrors(test: TestCase): void {
    for (const { message, diff } of test.result().errors ?? []) {
      this.log([`   ${test.fullName}`, message, diff ?? ''].join('\n').replaceAll('\n', '\n     '));
    }
  }

  protected override getEntityPrefix(entity: TestCase | TestModule | TestSuite): string {
    const prefix = super.getEntityPrefix(entity);
    return entity.type === 'module' ? `${this.progress()} ${prefix}` : prefix;
  }

  private progress(): string {
    const seconds = Math.round((performance.now() - this.startedAt) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return `[${String(this.done).padStart(String(this.files).length)}/${this.files} ${time}]`;
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...args);
    const [modules] = args;
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((candidate) => candidate === state).length;
    this.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  }
}
