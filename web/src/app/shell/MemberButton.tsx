import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import type { Member } from "@/features/session/store";
import { useShownBalance } from "@/features/wallet/balance";
import { Avatar } from "@/ui/art/Avatar";
import { Points } from "@/ui/Points";
import * as texts from "./texts/en";

type MemberButtonProps = ComponentProps<"button"> & { member: Member };

/** Avatar, display name and points; it opens the member's menu. */
export function MemberButton({ member, ...rest }: MemberButtonProps) {
  const balance = useShownBalance();
  return (
    <button
      {...rest}
      type="button"
      className="group flex h-12 items-center gap-2.5 rounded-full border border-line bg-ink-900 pr-2.5 pl-1.5 transition-colors hover:border-line-strong hover:bg-ink-850 data-[state=open]:bg-ink-800 sm:pr-3"
    >
      <Avatar name={member.username} picture={member.profilePicture ?? null} className="size-9" />
      <span className="sr-only">{texts.accountMenu}</span>
      {/* On phones the name stands above the points. */}
      <span className="text-left sm:flex sm:items-center sm:gap-2.5">
        <span
          title={member.username}
          className="block max-w-24 truncate text-xs font-medium sm:max-w-36 sm:text-sm"
        >
          {member.username}
        </span>
        <span aria-hidden="true" className="h-5 w-px bg-line-strong max-sm:hidden" />
        <span data-testid="balance">
          <Points amount={balance} ticking short className="text-sm max-sm:text-xs" />
        </span>
      </span>
      <ChevronDown
        aria-hidden="true"
        className="size-4 text-muted transition-transform group-data-[state=open]:rotate-180"
      />
    </button>
  );
}
