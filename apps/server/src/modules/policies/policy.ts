import type {
  PolicyConditionOperator,
  PolicyConditionSubject,
  PolicyOperator,
  ViolationState,
  ViolationType,
} from '@tallyman/contract';

export interface ConditionRow {
  readonly id: number;
  readonly uuid: string;
  readonly subject: PolicyConditionSubject;
  readonly operator: PolicyConditionOperator;
  readonly value: string;
  readonly violationType: ViolationType | null;
  readonly evaluationError: string | null;
}

export interface PolicyRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly operator: PolicyOperator;
  readonly violationState: ViolationState;
  readonly includeChildren: boolean;
  readonly onlyLatestProjectVersion: boolean;
  readonly conditions: readonly ConditionRow[];
}

export interface DescribedPolicyRow extends PolicyRow {
  readonly projects: readonly {
    readonly uuid: string;
    readonly name: string;
    readonly version: string | null;
  }[];
  readonly tags: readonly string[];
  readonly isGlobal: boolean;
}
