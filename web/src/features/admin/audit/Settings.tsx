import { lazy, Suspense } from "react";
import { formatList } from "@/ui/format/lists";

type KeysProps = { keys: readonly string[] };

// The forms of the settings are a page of their own: until they are fetched, and without them, the keys are shown.
const SettingNames = lazy(() =>
  import("../settings/SettingNames").catch(() => ({ default: Keys })),
);

/** Settings or their sections in a sentence. */
export function Settings({ keys }: KeysProps) {
  return (
    <Suspense fallback={<Keys keys={keys} />}>
      <SettingNames keys={keys} />
    </Suspense>
  );
}

function Keys({ keys }: KeysProps) {
  return <>{formatList(keys)}</>;
}
