/** The members of an object to split: lists element by element, and objects that contain such lists. */
export interface SplitPlan {
  readonly lists: Readonly<Record<string, () => SplitPlan>>;
  readonly objects: Readonly<Record<string, () => SplitPlan>>;
}

const WHOLE: SplitPlan = { lists: {}, objects: {} };

const COMPONENT: SplitPlan = { lists: { components: () => COMPONENT }, objects: {} };

const SERVICE: SplitPlan = { lists: { services: () => SERVICE }, objects: {} };

const METADATA: SplitPlan = { lists: {}, objects: { component: () => COMPONENT } };

/** The lists of a BOM whose size depends on the size of the product. Nested components are separate elements. */
export const BOM_SPLIT_PLAN: SplitPlan = {
  lists: {
    components: () => COMPONENT,
    services: () => SERVICE,
    dependencies: () => WHOLE,
    compositions: () => WHOLE,
    vulnerabilities: () => WHOLE,
    annotations: () => WHOLE,
    formulation: () => WHOLE,
    citations: () => WHOLE,
  },
  objects: { metadata: () => METADATA },
};

const planned = new WeakMap<SplitPlan, readonly string[]>();

/** The names of the members to split. */
export function plannedKeys(plan: SplitPlan): readonly string[] {
  const known = planned.get(plan);
  if (known !== undefined) return known;
  const keys = [...Object.keys(plan.lists), ...Object.keys(plan.objects)];
  planned.set(plan, keys);
  return keys;
}

/**
 * Returns the plan for the items of a list, or undefined if the list is not split. The name comes from the document.
 */
export function findListPlan(plan: SplitPlan | undefined, name: string): SplitPlan | undefined {
  return plan !== undefined && Object.hasOwn(plan.lists, name) ? plan.lists[name]?.() : undefined;
}

export function findObjectPlan(plan: SplitPlan | undefined, name: string): SplitPlan | undefined {
  return plan !== undefined && Object.hasOwn(plan.objects, name) ? plan.objects[name]?.() : undefined;
}
