import { type AtRule, parse, type Root } from "postcss";

/** Elements that may stand in a document before the scripts run, as base styles name them. */
const ELEMENT = /^(html|body|main|article|section|header|div|span|p|h1|h2|h3|strong)$/;
/** Pseudo-classes and elements that do not depend on what a person does. */
const PSEUDO = /^(root|host|before|after|is|where|not|first-child|last-child)$/;
/** Rules about states and attributes come with the whole sheet. */
const NEVER = /\[|:has\(|::(?!before|after)|:-|backdrop/;

const CLASS = /\.((?:\\[0-9a-f]+ ?|\\.|[\w-])+)/gi;
const decode = (name: string) => name.replace(/\\(.)/g, "$1");

/**
 * The rules of a style sheet that the elements in `html` need before the scripts run. They stand in the
 * document, so that the first paint does not wait for the sheet.
 */
export function criticalStyles(sheet: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) =>
      names.replaceAll("&amp;", "&").replaceAll("&gt;", ">").split(/\s+/),
    ),
  );
  const matches = (selector: string) => {
    if ([...selector.matchAll(CLASS)].some(([, name = ""]) => !classes.has(decode(name))))
      return false;
    const rest = selector.replace(CLASS, "").replaceAll("#root", "");
    if (NEVER.test(rest)) return false;
    const pseudos = [...rest.matchAll(/::?([\w-]+)/g)].every(([, name = ""]) => PSEUDO.test(name));
    const names = rest.replace(/::?[\w-]+/g, "").match(/[a-z][\w-]*/gi) ?? [];
    return pseudos && names.every((name) => ELEMENT.test(name));
  };
  const root = parse(sheet);
  root.walkComments((comment) => void comment.remove());
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && /keyframes/.test((rule.parent as AtRule).name)) return;
    const kept = rule.selectors.filter(matches);
    if (kept.length === 0) rule.remove();
    else rule.selectors = kept;
  });
  root.walkAtRules((rule) => {
    if (/keyframes/.test(rule.name)) rule.remove();
  });
  dropUnused(root);
  // Innermost first, because a group is empty when all in it are.
  const groups: AtRule[] = [];
  root.walkAtRules((rule) => void groups.unshift(rule));
  for (const group of groups)
    if (group.nodes?.length === 0 && group.name !== "layer") group.remove();
  return root.toString();
}

/** Removes variables, and the registrations of variables, that no remaining rule reads. */
function dropUnused(root: Root): void {
  for (let before = -1, count = 0; before !== count; ) {
    before = count;
    const read = new Set(root.toString().match(/(?<=var\()--[\w-]+/g));
    count = read.size;
    root.walkDecls(/^--/, (declaration) => {
      if (!read.has(declaration.prop)) declaration.remove();
    });
    root.walkAtRules("property", (rule) => {
      if (!read.has(rule.params)) rule.remove();
    });
    root.walkRules((rule) => {
      if (rule.nodes.length === 0) rule.remove();
    });
  }
}
