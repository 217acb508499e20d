import { parseAst } from "vite";

/** Kinds of nodes that this site never renders, by the numbers that React has for them. */
const TAGS = new Set<unknown>([
  12, // Profiler
  18, // a boundary that the server rendered
  19, // SuspenseList
  26, // <title>, <meta>, <link>, <style> and <script> that React moves to the document's head
  27, // <html>, <head> and <body>
  30, // ViewTransition
  31, // Activity
]);

/** Types of those elements. React refuses them like any unknown type. */
const TYPES = new Set([
  "REACT_ACTIVITY_TYPE",
  "REACT_LEGACY_HIDDEN_TYPE",
  "REACT_PROFILER_TYPE",
  "REACT_SUSPENSE_LIST_TYPE",
  "REACT_VIEW_TRANSITION_TYPE",
]);

/** Variables of the module, with the only value that they have on this site. */
const VARIABLES: Readonly<Record<string, string>> = {
  // Nothing takes over elements that the server rendered.
  isHydrating: "false",
  hydrationParentFiber: "null",
  nextHydratableInstance: "null",
  rootOrSingletonContext: "false",
  hydrationErrors: "null",
  // No page changes in a view transition.
  shouldStartViewTransition: "false",
  pendingViewTransition: "null",
  pendingViewTransitionEvents: "null",
  viewTransitionMutationContext: "false",
  viewTransitionContextChanged: "false",
  rootViewTransitionNameCanceled: "false",
  rootViewTransitionAffected: "false",
  appearingViewTransitions: "null",
  inUpdateViewTransition: "false",
  // Internet Explorer.
  documentMode: "null",
  isInputEventSupported: "true",
};

const PROPERTIES: Readonly<Record<string, string>> = { isDehydrated: "false", dehydrated: "null" };

/** Calls that find nothing to do, with what they return then. */
const CALLS: Readonly<Record<string, string>> = {
  // Elements that the server rendered, and events that wait for them.
  popHydrationState: "false",
  upgradeHydrationErrorsToRecoverable: "null",
  resetHydrationState: "0",
  retryIfBlockedOn: "0",
  queueIfContinuousEvent: "false",
  clearIfContinuousEvent: "0",
  getSuspenseInstanceFromFiber: "null",
  getActivityInstanceFromFiber: "null",
  getParentHydrationBoundary: "null",
  registerSuspenseInstanceRetry: "0",
  updateDehydratedSuspenseComponent: "null",
  clearHydrationBoundary: "0",
  commitActivityHydrationCallbacks: "0",
  commitSuspenseHydrationCallbacks: "0",
  hideOrUnhideDehydratedBoundary: "0",
  // View transitions.
  trackEnterViewTransitions: "0",
  commitExitViewTransitions: "0",
  commitNestedViewTransitions: "0",
  measureNestedViewTransitions: "0",
  restoreNestedViewTransitions: "0",
  restoreEnterOrExitViewTransitions: "0",
  pushMutationContext: "false",
  claimQueuedTransitionTypes: "null",
  queueTransitionTypes: "0",
  // Style sheets and pictures that a change waits for.
  preloadInstanceAndSuspendIfNeeded: "0",
  preloadResourceAndSuspendIfNeeded: "0",
  accumulateSuspenseyCommitOnFiber: "0",
  waitForCommitToBeReady: "null",
  // References to fragments.
  commitNewChildToFragmentInstances: "0",
  commitFragmentInstanceInsertionEffects: "0",
  commitFragmentInstanceDeletionEffects: "0",
  isFragmentInstanceParent: "false",
  // Functions as the action of a form.
  extractEvents$1: "0",
  // The list of components that an error came from: the site reports none.
  getStackByFiberInDevAndProd: '""',
};

/** Hooks that no component uses. */
const HOOKS = new Set([
  "useActionState",
  "useCacheRefresh",
  "useFormState",
  "useHostTransitionStatus",
  "useMemoCache",
  "useOptimistic",
]);

/** Assignments that are left out, by how their left side begins. */
const ASSIGNMENTS = [
  "FragmentInstance.prototype.",
  "ReactDOMHydrationRoot.prototype.unstable_scheduleHydration",
  "ReactDOMSharedInternals.findDOMNode",
  "ViewTransitionPseudoElement.prototype.",
  "exports.hydrateRoot",
];

/** Other code and what replaces it. Each stands in the file once. */
const PATCHES: readonly (readonly [string, string])[] = [
  // Preloading is the work of the document, not of components, and forms are reset by their own state.
  [
    `,
  r: requestFormReset,
  D: prefetchDNS,
  C: preconnect,
  L: preload,
  m: preloadModule,
  X: preinitScript,
  S: preinitStyle,
  M: preinitModuleScript`,
    "",
  ],
];

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Edit = { start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const nodesOf = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : [value]).filter(isNode);

/** The name of an identifier, or of a property that is read by its name. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node.name);
  return node.type === "MemberExpression" && node.computed === false
    ? nameOf(node.property)
    : undefined;
}

/**
 * Removes what this site does not use from React's renderer (`react-dom-client.production.js`), which is
 * most of what a first visit loads: the parts above become constants, and the minifier removes the code that
 * they make unreachable. A type that is left out is an error when it is rendered, never a wrong page.
 * Fails when the file has no code of one of the names, as after an update that works in another way.
 */
export function leaveOutParts(code: string): string {
  const missing = new Set(
    [VARIABLES, PROPERTIES, CALLS].flatMap(Object.keys).concat(...TYPES, ...HOOKS, ...ASSIGNMENTS),
  );
  const edits: Edit[] = [];
  for (const [found, replacement] of PATCHES) {
    const start = code.indexOf(found);
    if (start === -1) missing.add(found);
    edits.push({ start, end: start + found.length, text: replacement });
  }
  const visit = (node: Node, parent: Node, key: string, start: number): void => {
    const edit = editOf(node, parent, key, code);
    if (edit !== null) {
      missing.delete(edit.name);
      edits.push({ start: node.start, end: node.end, text: edit.text });
      return;
    }
    if (node.type === "SwitchStatement")
      for (const { type, ...removed } of absentCases(node)) {
        missing.delete(type ?? "");
        edits.push(removed);
        // Other cases use the variables that are declared in this one.
        const declared = declaredIn(removed.nodes);
        if (declared.length > 0)
          edits.push({ start, end: start, text: `var ${declared.join(", ")};` });
      }
    const inner = isFunction(node) && isNode(node.body) ? node.body.start + 1 : start;
    for (const [name, child] of Object.entries(node))
      for (const one of nodesOf(child)) visit(one, node, name, inner);
  };
  const program = parseAst(code) as unknown as Node;
  visit(program, program, "", 0);
  if (missing.size > 0) throw new Error(`react-dom has no ${[...missing].join(", ")}.`);
  return applyEdits(code, edits);
}

/** What replaces a node, and the name in the lists above that it comes from. */
type Replacement = { name: string; text: string };

const listedIn = (values: Readonly<Record<string, string>>, name: string | undefined) => {
  const text = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
  return name === undefined || text === undefined ? null : { name, text };
};

function editOf(node: Node, parent: Node, key: string, code: string): Replacement | null {
  switch (node.type) {
    case "BinaryExpression":
      return compareTag(node) ?? compareLanes(node, code);
    case "AssignmentExpression":
      return editAssignment(node, code);
    case "CallExpression":
      return isNode(node.callee) && node.callee.type === "Identifier"
        ? listedIn(CALLS, nameOf(node.callee))
        : null;
    case "MemberExpression":
      return key === "left" && parent.type === "AssignmentExpression"
        ? null
        : listedIn(PROPERTIES, nameOf(node));
    case "Property": {
      const name = nameOf(node.key);
      return name !== undefined && HOOKS.has(name) ? { name, text: `${name}: undefined` } : null;
    }
    case "Identifier":
      return /^(params|id|property|key)$/.test(key) ? null : listedIn(VARIABLES, nameOf(node));
    default:
      return null;
  }
}

const isTag = (node: unknown) => nameOf(node) === "tag";
const isAbsentTag = (node: unknown) =>
  isNode(node) && node.type === "Literal" && TAGS.has(node.value);

/** `30 === fiber.tag` is false. */
function compareTag({ operator, left, right }: Node) {
  if (operator !== "===" && operator !== "!==") return null;
  const isAbsent = (isAbsentTag(left) && isTag(right)) || (isAbsentTag(right) && isTag(left));
  return isAbsent ? { name: "", text: String(operator === "!==") } : null;
}

/** Whether a change is of the kind that view transitions show. */
function compareLanes({ operator, left }: Node, code: string) {
  const isEligible =
    operator === "===" && isNode(left) && / & 335544064\)?$/.test(code.slice(left.start, left.end));
  return isEligible ? { name: "", text: "false" } : null;
}

function editAssignment({ left }: Node, code: string): Replacement | null {
  if (!isNode(left)) return null;
  if (left.type === "Identifier") return listedIn(VARIABLES, nameOf(left));
  const target = code.slice(left.start, left.end);
  const name = ASSIGNMENTS.find((start) => target.startsWith(start));
  return name === undefined ? null : { name, text: "0" };
}

type AbsentCase = Edit & { nodes: readonly Node[]; type: string | undefined };

/**
 * The cases of a switch that are never reached. Where the case before falls into one, only its label is
 * removed.
 */
function absentCases({ discriminant, cases }: Node): AbsentCase[] {
  const absent: AbsentCase[] = [];
  let before: Node | null = null;
  for (const one of nodesOf(cases)) {
    const type = nameOf(one.test);
    const isAbsent =
      (isAbsentTag(one.test) && isTag(discriminant)) || (type !== undefined && TYPES.has(type));
    if (!isAbsent) {
      before = one;
      continue;
    }
    const statements = nodesOf(one.consequent);
    const [first] = statements;
    if (first !== undefined && before !== null && !isLeft(before)) {
      absent.push({ start: one.start, end: first.start, text: "", nodes: [], type });
      // Its statements now belong to the case before.
      before = one;
    } else absent.push({ start: one.start, end: one.end, text: "", nodes: statements, type });
  }
  return absent;
}

const isFunction = ({ type }: Node) => /^(Arrow)?Function(Declaration|Expression)?/.test(type);

/** The names of the variables that statements declare for the whole function. */
function declaredIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if (isFunction(node)) return [];
    const own = node.type === "VariableDeclarator" ? [nameOf(node.id) ?? ""] : [];
    return [...own, ...declaredIn(Object.values(node).flatMap(nodesOf))];
  });
}

/** Whether a case, or a block, ends with a jump out of the switch. */
function isLeft(node: Node): boolean {
  const last = nodesOf(node.consequent ?? node.body).at(-1);
  if (last === undefined) return false;
  return last.type === "BlockStatement"
    ? isLeft(last)
    : /^(Break|Return|Throw|Continue)Statement$/.test(last.type);
}

function applyEdits(code: string, edits: Edit[]): string {
  let result = "";
  let at = 0;
  const sorted = edits.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const { start, end, text } of sorted) {
    // Inside code that is removed as a whole.
    if (start < at) continue;
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}
