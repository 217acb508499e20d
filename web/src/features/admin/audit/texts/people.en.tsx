import { formatCount } from "@/ui/format/words";
import type { Sentence, Side } from "../facts";
import { memberOf } from "./members.en";

const roles: Readonly<Record<string, string>> = {
  owner: "owner",
  admin: "admin",
  moderator: "moderator",
};

function roleOf(side: Side): string | undefined {
  const role = side.texts.role;
  return role && (roles[role] ?? role);
}

const logins: Readonly<Record<string, Sentence>> = {
  password: ({ who }) => <>{who} logged in to the panel with the password</>,
  passkey: ({ who }) => <>{who} logged in to the panel with a passkey</>,
  invitation: ({ who }) => <>{who} logged in to the panel with an invitation</>,
  setup: ({ who }) => <>{who} logged in to the panel with the link of the first start</>,
};

const peopleSentences: Readonly<Record<string, Sentence>> = {
  "person.login": (facts) => logins[facts.after.texts.method ?? ""]?.(facts),
  "admin.login.refused": ({ after }) => {
    const [refused, addresses] = [after.numbers.refused, after.numbers.addresses];
    if (refused === undefined || addresses === undefined) return null;
    return (
      <>
        The panel refused {formatCount(refused, "login")} from{" "}
        {formatCount(addresses, "address", "addresses")}
      </>
    );
  },
  "admin.password": ({ who }) => <>{who} set the password of the owner</>,
  "person.password": ({ who, whom, isSelf }) =>
    isSelf ? (
      <>{who} changed their own password</>
    ) : (
      <>
        {who} changed the password of {whom}
      </>
    ),
  "person.invite": ({ who, after }) => {
    const [name, role] = [after.texts.name, roleOf(after)];
    if (name === undefined || role === undefined) return null;
    return (
      <>
        {who} invited {name} as {role}
      </>
    );
  },
  "person.withdraw": ({ who, before }) => {
    const name = before.texts.name;
    if (name === undefined) return null;
    return (
      <>
        {who} withdrew the invitation of {name}
      </>
    );
  },
  "person.join": ({ who, after }) => {
    const role = roleOf(after);
    if (role === undefined) return null;
    return (
      <>
        {who} accepted the invitation as {role}
      </>
    );
  },
  "person.role": ({ who, before, after }) => {
    const [name, was, is] = [after.texts.name, roleOf(before), roleOf(after)];
    if (name === undefined || was === undefined || is === undefined) return null;
    return (
      <>
        {who} changed the role of {name} from {was} to {is}
      </>
    );
  },
  "person.remove": ({ who, before }) => {
    const name = before.texts.name;
    if (name === undefined) return null;
    return (
      <>
        {who} removed {name} from the panel
      </>
    );
  },
  "person.confirm": ({ who, after }) => {
    const name = after.texts.name;
    if (name === undefined) return null;
    return (
      <>
        {who} let {name} log in again after the restore
      </>
    );
  },
  "person.sign-out": ({ who, whom, isSelf }) =>
    isSelf ? (
      <>{who} ended all their own sessions</>
    ) : (
      <>
        {who} ended all sessions of {whom}
      </>
    ),
  "person.account": (facts) => {
    const { who, whom, after, isSelf } = facts;
    const user = after.numbers.user;
    const member = memberOf(facts, `user:${user}`);
    if (isSelf) {
      return user === undefined ? (
        <>{who} has no member account</>
      ) : (
        <>
          {who} named {member} as their own account
        </>
      );
    }
    return user === undefined ? (
      <>
        {who} noted that {whom} has no member account
      </>
    ) : (
      <>
        {who} noted {member} as the account of {whom}
      </>
    );
  },
  "person.name": ({ who, before, after, isSelf }) => {
    const [was, is] = [before.texts.name, after.texts.name];
    if (is === undefined) return null;
    if (isSelf || was === undefined) {
      return (
        <>
          {who} is called {is} now
        </>
      );
    }
    return (
      <>
        {who} renamed {was} to {is}
      </>
    );
  },
};

const secondFactorSentences: Readonly<Record<string, Sentence>> = {
  "second_factor.app": ({ who }) => <>{who} added an authenticator app</>,
  "second_factor.app_removed": ({ who }) => <>{who} removed the authenticator app</>,
  "second_factor.recovery_codes": ({ who }) => <>{who} made new recovery codes</>,
  "second_factor.recovery_code": ({ who, after }) => {
    const left = after.numbers.left;
    if (left === undefined) return null;
    return (
      <>
        {who} used a recovery code; {formatCount(left, "code is left", "codes are left")}
      </>
    );
  },
  "second_factor.passkey": ({ who }) => <>{who} added a passkey</>,
  "second_factor.passkey_removed": ({ who }) => <>{who} removed a passkey</>,
  "second_factor.reset": ({ who, whom }) => (
    <>
      {who} removed the second factors of {whom}
    </>
  ),
  "second_factor.required": ({ who, after }) => {
    const isRequired = after.flags.required;
    if (isRequired === undefined) return null;
    return isRequired ? (
      <>{who} requires a second factor of everyone in the panel</>
    ) : (
      <>{who} no longer requires a second factor in the panel</>
    );
  },
};

/** Decisions on casino names, by the status before and after. */
const approvals: Readonly<Record<string, Sentence>> = {
  "pending approved": ({ who, whom, after }) => (
    <>
      {who} approved the casino name{quoted(after.texts.name)} of {whom}
    </>
  ),
  "pending rejected": ({ who, whom, after }) => (
    <>
      {who} rejected the casino name{quoted(after.texts.name)} of {whom}
    </>
  ),
  "approved rejected": ({ who, whom, after }) => (
    <>
      {who} withdrew the approval of the casino name{quoted(after.texts.name)} of {whom}
    </>
  ),
  "approved pending": ({ who, whom, after }) => (
    <>
      {who} took back the approval of the casino name{quoted(after.texts.name)} of {whom}
    </>
  ),
  "rejected pending": ({ who, whom, after }) => (
    <>
      {who} took back the rejection of the casino name{quoted(after.texts.name)} of {whom}
    </>
  ),
};

/** Entries of earlier versions have no name. */
const quoted = (name: string | undefined) => (name === undefined ? "" : ` “${name}”`);

const accountSentences: Readonly<Record<string, Sentence>> = {
  "account.active": ({ who, whom, after }) => {
    const isActive = after.flags.isActive;
    if (isActive === undefined) return null;
    return isActive ? (
      <>
        {who} activated the account of {whom}
      </>
    ) : (
      <>
        {who} set the account of {whom} inactive
      </>
    );
  },
  "account.picture": ({ who, whom }) => (
    <>
      {who} removed the picture of {whom}
    </>
  ),
  "account.rename": ({ who, whom }) => (
    <>
      {who} changed the username of {whom}
    </>
  ),
  "account.sign-out": ({ who, whom }) => (
    <>
      {who} ended all sessions of {whom}
    </>
  ),
  "account.verify-link": ({ who, whom }) => (
    <>
      {who} made a link that verifies the email of {whom}
    </>
  ),
  "account.reset-link": ({ who, whom }) => (
    <>
      {who} made a link that sets a new password for {whom}
    </>
  ),
  "approval.decide": (facts) => {
    const { before, after } = facts;
    const sentence = approvals[`${before.texts.status} ${after.texts.status}`]?.(facts);
    if (sentence === undefined) return null;
    const note = after.texts.note;
    return note === undefined ? (
      sentence
    ) : (
      <>
        {sentence}: {note}
      </>
    );
  },
};

/** Sentences about people of the panel, logins and members' accounts, by action. */
export const accountsSentences: Readonly<Record<string, Sentence>> = {
  ...peopleSentences,
  ...secondFactorSentences,
  ...accountSentences,
};
