import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";

type Tab<Value extends string> = {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
};

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
};

/** Views of one thing, one at a time. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  className,
}: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next);
        if (tab !== undefined) onValueChange(tab.value);
      }}
      className={className}
    >
      <Radix.List
        aria-label={label}
        className="well flex w-full gap-1 overflow-x-auto rounded-md p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled === true}
            className={cx(
              "touch-target flex-1 rounded-[9px] px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors",
              "hover:text-text data-[state=active]:bg-ink-700 data-[state=active]:text-text data-[state=active]:shadow-card",
              "disabled:cursor-not-allowed disabled:text-ink-600",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-md pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
