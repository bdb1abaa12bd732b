/** Which members of an object are taken apart: lists element by element, objects to look into. */
export interface SplitPlan {
  readonly lists: Readonly<Record<string, () => SplitPlan>>;
  readonly objects: Readonly<Record<string, () => SplitPlan>>;
}

const WHOLE: SplitPlan = { lists: {}, objects: {} };

const COMPONENT: SplitPlan = { lists: { components: () => COMPONENT }, objects: {} };

const SERVICE: SplitPlan = { lists: { services: () => SERVICE }, objects: {} };

const METADATA: SplitPlan = { lists: {}, objects: { component: () => COMPONENT } };

/** The lists of a BOM that grow with the size of the product. Nested components are elements of their own. */
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

/** The names of the members that are taken apart. */
export function plannedKeys(plan: SplitPlan): readonly string[] {
  const known = planned.get(plan);
  if (known !== undefined) return known;
  const keys = [...Object.keys(plan.lists), ...Object.keys(plan.objects)];
  planned.set(plan, keys);
  return keys;
}

/** The plan for the items of a list, if the member is one that is taken apart. Names come from documents. */
export function findListPlan(plan: SplitPlan | undefined, name: string): SplitPlan | undefined {
  return plan !== undefined && Object.hasOwn(plan.lists, name) ? plan.lists[name]?.() : undefined;
}

export function findObjectPlan(plan: SplitPlan | undefined, name: string): SplitPlan | undefined {
  return plan !== undefined && Object.hasOwn(plan.objects, name) ? plan.objects[name]?.() : undefined;
}
