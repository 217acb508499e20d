import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";

type MenuProps = {
  /** A single button; it opens the menu. */
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
  defaultOpen?: boolean;
};

/** A list of actions that opens from a button. */
export function Menu({ trigger, children, align = "end", defaultOpen = false }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            // An item has opened a page, whose content has the focus already.
            if (document.activeElement?.id === "main") event.preventDefault();
          }}
          className="z-50 min-w-60 rounded-lg border border-line-strong bg-ink-850 p-1.5 shadow-raised animate-rise"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  onSelect?: () => void;
  /** The child is a link and becomes the item itself. */
  asChild?: boolean;
  tone?: "plain" | "danger";
};

/** One line of a menu. */
export function MenuItem({
  icon,
  children,
  onSelect,
  asChild = false,
  tone = "plain",
}: MenuItemProps) {
  const look = menuItemClass(tone);
  if (asChild)
    return (
      <Radix.Item asChild className={look} {...(onSelect && { onSelect })}>
        {children}
      </Radix.Item>
    );
  return (
    <Radix.Item className={look} {...(onSelect && { onSelect })}>
      {icon}
      {children}
    </Radix.Item>
  );
}

function menuItemClass(tone: "plain" | "danger"): string {
  return cx(
    "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm outline-none transition-colors",
    tone === "danger"
      ? "text-loss data-highlighted:bg-loss/12"
      : "text-text data-highlighted:bg-ink-700",
  );
}

/** A heading inside a menu. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2.5 pb-2">{children}</Radix.Label>;
}

/** A line between groups of a menu. */
export function MenuSeparator() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-line" />;
}
