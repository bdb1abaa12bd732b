/** What became of one thing of an older database. Notes never hold secrets. */
export interface Adoption {
  readonly kind: AdoptionKind;
  readonly name: string;
  readonly outcome: AdoptionOutcome;
  readonly notes: readonly string[];
}

export type AdoptionKind =
  | 'vulnerability policy'
  | 'policy'
  | 'license group'
  | 'publisher'
  | 'alert'
  | 'settings';

/** `already here`: it stays as it is. `discarded`: the contract says that it does not come along. */
type AdoptionOutcome = 'taken over' | 'already here' | 'left out' | 'discarded';
