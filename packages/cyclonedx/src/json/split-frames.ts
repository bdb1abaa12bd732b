import type { SplitPlan } from '../read/split-plan.ts';
import type { ByteCapture } from './byte-capture.ts';

/** A list whose elements are read one by one. */
export interface SplitList {
  readonly name: string;
  readonly pointer: string;
  /** The serial number of the element that contains this list; 0 for the document itself. */
  readonly owner: number;
}

export interface ElementPosition {
  readonly list: SplitList;
  readonly index: number;
  /** Elements are numbered from 1 in the order of their start. */
  readonly serial: number;
}

export interface SplitElement extends ElementPosition {
  readonly text: string;
}

export interface SplitHandler {
  /** Called for each complete element. Nested elements come before the one that contains them. */
  element(element: SplitElement): void;
  /** The document with all split lists empty. */
  document(text: string): void;
}

/** An object with members that are split. */
export interface ObjectFrame {
  readonly kind: 'object';
  readonly depth: number;
  readonly plan: SplitPlan;
  readonly keys: readonly string[];
  readonly pointer: string;
  readonly serial: number;
  /** The bytes read so far; set for elements and for the document itself. */
  readonly capture: ByteCapture | undefined;
  readonly position: ElementPosition | undefined;
  /** The planned members seen so far. */
  opened: readonly string[];
  expectsKey: boolean;
  key: string | undefined;
}

export interface ListFrame {
  readonly kind: 'list';
  readonly depth: number;
  readonly plan: SplitPlan;
  readonly list: SplitList;
  count: number;
  expects: 'first' | 'value' | 'separator';
}

/** An element that is captured as a whole. */
interface ValueFrame {
  readonly kind: 'value';
  readonly depth: number;
  readonly capture: ByteCapture;
  readonly position: ElementPosition;
}

export type Frame = ObjectFrame | ListFrame | ValueFrame;
