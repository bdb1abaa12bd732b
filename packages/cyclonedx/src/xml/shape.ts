import { isJsonObject, type JsonObject } from '../schema/schema-node.ts';
import { type Scalar, string } from './scalars.ts';
import type { XmlElement } from './xml-element.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';

/** Converts between an element and a JSON value. */
export interface Shape {
  read(element: XmlElement): unknown;
  /** Returns undefined if the value cannot be expressed. */
  write(name: string, value: unknown): string | undefined;
}

/** The rule for the child elements with one name. */
export interface ChildRule {
  readonly element: string;
  readonly member: string;
  readonly shape: Shape;
  /** Without it the record cannot be written. */
  readonly required: boolean;
  /** The member is a list with one item for each element. */
  readonly repeats: boolean;
  /** The members of the child belong to the record itself. */
  readonly inline: boolean;
}

export interface AttributeRule {
  readonly attribute: string;
  readonly member: string;
  readonly scalar: Scalar;
  /** Without it the record cannot be written. */
  readonly required?: boolean;
}

export interface RecordRules {
  readonly attributes?: readonly AttributeRule[];
  readonly children?: readonly ChildRule[];
  /** The member for the text of the element. */
  readonly text?: { readonly member: string; readonly scalar: Scalar; readonly optional?: boolean };
}

export function attribute(name: string, scalar: Scalar = string, member: string = name): AttributeRule {
  return { attribute: name, member, scalar };
}

/** An element with text only. */
export function text(scalar: Scalar = string): Shape {
  return {
    read: (element) => scalar.read(element.text),
    write: (name, value) => {
      const content = scalar.write(value);
      return content === undefined ? undefined : `<${name}>${escapeText(content)}</${name}>`;
    },
  };
}

/** An element whose value is one of its attributes, such as `<assembly ref="…"/>`. */
export function attributeValue(attributeName: string, scalar: Scalar = string): Shape {
  return {
    read: (element) => {
      const value = element.attributes.get(attributeName);
      return value === undefined ? undefined : scalar.read(value);
    },
    write: (name, value) => {
      const content = scalar.write(value);
      return content === undefined ? undefined : `<${name} ${attributeName}="${escapeAttribute(content)}"/>`;
    },
  };
}

/** A shape that refers to one that is defined later: components contain components. */
export function lazy(get: () => Shape): Shape {
  return { read: (element) => get().read(element), write: (name, value) => get().write(name, value) };
}

/** At most one child element. */
export function one(element: string, shape: Shape, member: string = element): ChildRule {
  return { element, member, shape, required: false, repeats: false, inline: false };
}

/** One child element for each item of a list, without a wrapper. */
export function many(element: string, shape: Shape, member: string = element): ChildRule {
  return { element, member, shape, required: false, repeats: true, inline: false };
}

/** A child element whose members belong to the record in JSON. */
export function inline(element: string, shape: Shape): ChildRule {
  return { element, member: '', shape, required: false, repeats: false, inline: true };
}

export function required(rule: ChildRule): ChildRule {
  return { ...rule, required: true };
}

/** A list with a wrapper: `<hashes><hash/><hash/></hashes>`. */
export function list(name: string, itemName: string, shape: Shape, member: string = name): ChildRule {
  return one(name, wrappedItems(itemName, shape), member);
}

/** A list that is omitted if it is empty. */
export function filledList(name: string, itemName: string, shape: Shape): ChildRule {
  const items = wrappedItems(itemName, shape);
  const write = (element: string, value: unknown) =>
    Array.isArray(value) && value.length === 0 ? undefined : items.write(element, value);
  return one(name, { read: items.read, write });
}

export function wrappedItems(itemName: string, shape: Shape): Shape {
  return {
    read: (element) =>
      readItems(
        element.children.filter((child) => child.name === itemName),
        shape,
      ),
    write: (name, value) =>
      Array.isArray(value) ? enclose(name, '', writeItems(value, itemName, shape)) : undefined,
  };
}

/** A list whose items are elements with several names; `choose` returns the name for an item. */
export function mixedListShape(
  shapes: Readonly<Record<string, Shape>>,
  choose: (item: unknown) => string | undefined,
): Shape {
  // A Map, because names come from documents: an element may be called "constructor".
  const byName = new Map(Object.entries(shapes));
  const writeItem = (item: unknown) => {
    const name = choose(item);
    return name === undefined ? '' : (byName.get(name)?.write(name, item) ?? '');
  };
  return {
    read: (element) =>
      element.children
        .map((child) => byName.get(child.name)?.read(child))
        .filter((item) => item !== undefined),
    write: (name, value) =>
      Array.isArray(value) ? enclose(name, '', value.map(writeItem).join('')) : undefined,
  };
}

/** An element with attributes and child elements, as an object with members. Children are written in rule order. */
export function record(rules: RecordRules): Shape {
  const byElement = new Map((rules.children ?? []).map((rule) => [rule.element, rule] as const));
  return {
    read: (element) => readRecord(element, rules, byElement),
    write: (name, value) => (isJsonObject(value) ? writeRecord(name, value, rules) : undefined),
  };
}

function readItems(elements: readonly XmlElement[], shape: Shape): unknown[] {
  return elements.map((element) => shape.read(element)).filter((item) => item !== undefined);
}

function writeItems(items: readonly unknown[], name: string, shape: Shape): string {
  let out = '';
  for (const item of items) out += shape.write(name, item) ?? '';
  return out;
}

function enclose(name: string, attributes: string, content: string): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

/** The names of the members come from our tables, never from the document. */
function readRecord(
  element: XmlElement,
  rules: RecordRules,
  byElement: ReadonlyMap<string, ChildRule>,
): Record<string, unknown> {
  const target: Record<string, unknown> = {};
  for (const rule of rules.attributes ?? []) {
    const value = element.attributes.get(rule.attribute);
    const read = value === undefined ? undefined : rule.scalar.read(value);
    if (read !== undefined) target[rule.member] = read;
  }
  if (rules.text !== undefined) target[rules.text.member] = rules.text.scalar.read(element.text);
  for (const child of element.children) {
    const rule = byElement.get(child.name);
    const read = rule?.shape.read(child);
    if (rule !== undefined && read !== undefined) addMember(target, rule, read);
  }
  return target;
}

function addMember(target: Record<string, unknown>, rule: ChildRule, value: unknown): void {
  const known = target[rule.member];
  if (rule.inline) Object.assign(target, value);
  else if (!rule.repeats) target[rule.member] = known ?? value;
  else if (Array.isArray(known)) known.push(value);
  else target[rule.member] = [value];
}

function writeRecord(name: string, value: JsonObject, rules: RecordRules): string | undefined {
  const attributes = writeAttributes(value, rules.attributes ?? []);
  const content = writeChildren(value, rules.children ?? []);
  if (attributes === undefined || content === undefined) return undefined;
  if (rules.text === undefined) return enclose(name, attributes, content);
  const own = rules.text.scalar.write(value[rules.text.member]) ?? (rules.text.optional ? '' : undefined);
  return own === undefined ? undefined : enclose(name, attributes, escapeText(own) + content);
}

function writeAttributes(value: JsonObject, rules: readonly AttributeRule[]): string | undefined {
  let out = '';
  for (const rule of rules) {
    const item = value[rule.member];
    const content = item === undefined ? undefined : rule.scalar.write(item);
    if (content !== undefined) out += ` ${rule.attribute}="${escapeAttribute(content)}"`;
    else if (rule.required) return undefined;
  }
  return out;
}

function writeChildren(value: JsonObject, rules: readonly ChildRule[]): string | undefined {
  let out = '';
  for (const rule of rules) {
    const item = rule.inline ? value : value[rule.member];
    const content = item === undefined ? undefined : writeChild(rule, item);
    if (content === undefined && rule.required) return undefined;
    out += content ?? '';
  }
  return out;
}

function writeChild(rule: ChildRule, value: unknown): string | undefined {
  if (!rule.repeats) return rule.shape.write(rule.element, value);
  return writeItems(Array.isArray(value) ? value : [value], rule.element, rule.shape);
}
