export interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
  readonly provides?: readonly string[];
}
