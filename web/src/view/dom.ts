/**
 * A view is a function from state to a tree of plain nodes; `render` makes the document agree with it and touches only
 * what differs, so focus, selection and scroll positions stay. Text is only ever set as text: nothing that was pasted
 * or linked is parsed as markup.
 */

export type Child = Node | string | number | false | null | undefined;
export type Handler = (event: never) => void;
export type Attributes = Record<string, string | number | boolean | null | undefined | Handler>;

export interface Node {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: () => readonly Child[];
  /** Nodes with the same key are the same element; others are paired by their place. */
  readonly key: string | number | undefined;
  /** Nodes with the same memo are not compared any further. */
  readonly memo: string | undefined;
}

export function h(tag: string, attributes: Attributes | null, ...children: (Child | readonly Child[])[]): Node {
  const { key, ...rest } = attributes ?? {};
  const flat = children.flat() as Child[];
  return { tag, attributes: rest, children: () => flat, key: key as string | number | undefined, memo: undefined };
}

/** A node whose children are built only if the memo has changed. */
export function lazy(tag: string, memo: string, attributes: Attributes, children: () => readonly Child[]): Node {
  const { key, ...rest } = attributes;
  return { tag, attributes: rest, children, key: key as string | number | undefined, memo };
}

interface Mounted {
  node?: Node;
  handlers: Map<string, Handler>;
}

const mounted = new WeakMap<Element, Mounted>();
const SVG = 'http://www.w3.org/2000/svg';

/** Makes the children of an element agree with these. */
export function render(parent: Element, children: readonly Child[]): void {
  const wanted = children.filter((child) => child !== null && child !== undefined && child !== false && child !== '');
  const keyed = new Map<string | number, Element>();
  for (const element of parent.children) {
    const key = mounted.get(element)?.node?.key;
    if (key !== undefined) keyed.set(key, element);
  }
  let at: ChildNode | null = parent.firstChild;
  for (const child of wanted) {
    if (typeof child !== 'object') {
      const text = String(child);
      if (at?.nodeType === 3) {
        if (at.nodeValue !== text) at.nodeValue = text;
        at = at.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(text), at);
      }
      continue;
    }
    const node = child as Node;
    let element = node.key === undefined ? fitting(at, node) : fitting(keyed.get(node.key) ?? null, node);
    if (element && element === at) {
      at = at.nextSibling;
    } else {
      element ??= create(parent, node);
      parent.insertBefore(element, at);
    }
    update(element, node);
  }
  while (at) {
    const next: ChildNode | null = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** The element if it can become this node. */
function fitting(found: ChildNode | null, node: Node): Element | null {
  if (found?.nodeType !== 1) return null;
  const element = found as Element;
  const before = mounted.get(element)?.node;
  return before && before.tag === node.tag && before.key === node.key ? element : null;
}

function create(parent: Element, node: Node): Element {
  const isSvg = node.tag === 'svg' || (parent.namespaceURI === SVG && parent.tagName !== 'foreignObject');
  const element = isSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  mounted.set(element, { handlers: new Map() });
  return element;
}

function update(element: Element, node: Node): void {
  const state = mounted.get(element);
  if (!state) return;
  const before = state.node;
  if (before?.memo !== undefined && before.memo === node.memo) return;
  state.node = node;
  for (const name of Object.keys(before?.attributes ?? {})) {
    if (!(name in node.attributes)) setAttribute(element, state, name, undefined);
  }
  // Children first: the value of a select is one of its options.
  render(element, node.children());
  for (const [name, value] of Object.entries(node.attributes)) {
    if (typeof value === 'function' || isLive(name) || before?.attributes[name] !== value) {
      setAttribute(element, state, name, value);
    }
  }
}

/** What the user changes too, so that it may differ from the tree before. */
const isLive = (name: string): boolean => name === 'value' || name === 'checked';

function setAttribute(element: Element, state: Mounted, name: string, value: Attributes[string]): void {
  if (name.startsWith('on')) {
    const event = name.slice(2);
    if (typeof value === 'function') {
      if (!state.handlers.has(event)) {
        element.addEventListener(event, (happened) => state.handlers.get(event)?.(happened as never));
      }
      state.handlers.set(event, value);
    } else {
      state.handlers.set(event, () => undefined);
    }
  } else if (isLive(name)) {
    const field = element as HTMLInputElement;
    if (name === 'value' && field.value !== String(value ?? '')) field.value = String(value ?? '');
    if (name === 'checked') field.checked = value === true;
  } else if (name === 'style') {
    // As an attribute the page's policy forbids it.
    (element as HTMLElement).style.cssText = String(value ?? '');
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}
