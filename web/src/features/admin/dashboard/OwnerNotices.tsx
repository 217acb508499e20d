import { Link } from "@tanstack/react-router";
import { Notice } from "@/ui/Notice";
import { useMay } from "../session/rights";
import { ChatEndNotice } from "../status/ChatEndNotice";
import { useFirstSteps } from "../status/first-steps";
import * as texts from "./texts/owner-notices.en";

/** What waits for the owner: the chat's connection, people after a restore, and copies that an earlier version made unencrypted. */
export function OwnerNotices() {
  const mayCheck = useMay("people", "change");
  const mayDecide = useMay("backups");
  const { data } = useFirstSteps();
  return (
    <>
      <ChatEndNotice />
      {data?.uncheckedRestore === true && mayCheck && (
        <OwnerNotice texts={texts.restored} to="/admin/people" />
      )}
      {data?.unencryptedCopies === true && mayDecide && (
        <OwnerNotice texts={texts.copies} to="/admin/health" />
      )}
    </>
  );
}

type OwnerNoticeProps = {
  texts: { title: string; text: string; link: string };
  to: "/admin/people" | "/admin/health";
};

function OwnerNotice({ texts: { title, text, link }, to }: OwnerNoticeProps) {
  return (
    <Notice tone="error">
      <p className="font-semibold">{title}</p>
      <p className="mt-1">
        {text}{" "}
        <Link to={to} className="underline">
          {link}
        </Link>
      </p>
    </Notice>
  );
}
