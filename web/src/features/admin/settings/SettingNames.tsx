import { formatList } from "@/ui/format/lists";
import { findSection } from "./sections";
import * as texts from "./texts/en";

/** Settings and sections in a sentence, by the names that their forms give them. */
export default function SettingNames({ keys }: { keys: readonly string[] }) {
  return <>{formatList(keys.map(nameOf))}</>;
}

/** The name of "brand.logo" or of the section "brand"; what no form has is named by its key. */
function nameOf(key: string): string {
  const [name = "", ...rest] = key.split(".");
  const section = findSection(name);
  if (section === undefined) return key;
  const path = rest.join(".");
  if (path === "") return section.title;
  const label = section.label(path);
  return label === path ? key : texts.ofSection(label, section.title);
}
