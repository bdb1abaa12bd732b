import type { Type } from './type.ts';

/** A node of the tree. `at` is its offset in the source. */
export type Expr = { readonly at: number } & (
  | { readonly kind: 'literal'; readonly value: unknown; readonly type: Type }
  | { readonly kind: 'ident'; readonly name: string }
  | { readonly kind: 'select'; readonly operand: Expr; readonly field: string; readonly test: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly target?: Expr; readonly args: readonly Expr[] }
  | { readonly kind: 'logic'; readonly op: '&&' | '||'; readonly operands: readonly Expr[] }
  | { readonly kind: 'conditional'; readonly test: Expr; readonly then: Expr; readonly otherwise: Expr }
  | { readonly kind: 'list'; readonly elements: readonly Expr[] }
  | { readonly kind: 'map'; readonly entries: readonly { readonly key: Expr; readonly value: Expr }[] }
  | {
      readonly kind: 'message';
      readonly name: string;
      readonly fields: readonly { readonly name: string; readonly value: Expr; readonly at: number }[];
    }
  | Comprehension
);

export type LoopMacro = 'all' | 'exists' | 'existsOne' | 'list' | 'map';

type Comprehension =
  | {
      readonly kind: 'loop';
      readonly macro: LoopMacro;
      readonly range: Expr;
      /** One variable: element or key. Two: index or key, and element. */
      readonly variables: readonly string[];
      readonly filter?: Expr;
      /** The predicate, or the expression for each element. */
      readonly body: Expr;
    }
  | { readonly kind: 'bind'; readonly variable: string; readonly value: Expr; readonly body: Expr };
