import { Link, useNavigate } from "@tanstack/react-router";
import { CircleUserRound, History, LogOut, ReceiptText } from "lucide-react";
import { signOut } from "@/features/session/actions";
import type { Member } from "@/features/session/store";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/Menu";
import { MemberButton } from "./MemberButton";
import * as texts from "./texts/en";

/**
 * The member's menu: email, Account, History, Statement, Sign Out. It is drawn when it has been
 * asked for, so it opens at once.
 */
export default function MemberMenu({ member }: { member: Member }) {
  const navigate = useNavigate();
  const leave = async () => {
    // Home first: a page for members would otherwise answer the logout by asking for a login.
    await navigate({ to: "/" });
    signOut();
  };
  return (
    <Menu defaultOpen trigger={<MemberButton member={member} />}>
      <MenuLabel>
        <span className="block text-sm font-semibold text-text">{member.username}</span>
        <span className="block min-h-5 max-w-60 truncate text-sm text-muted">{member.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to="/account">
          <CircleUserRound aria-hidden="true" className="size-4.5 text-muted" />
          {texts.account}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/history">
          <History aria-hidden="true" className="size-4.5 text-muted" />
          {texts.history}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/statement">
          <ReceiptText aria-hidden="true" className="size-4.5 text-muted" />
          {texts.statement}
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<LogOut aria-hidden="true" className="size-4.5 text-muted" />}
        onSelect={() => void leave()}
      >
        {texts.signOut}
      </MenuItem>
    </Menu>
  );
}
