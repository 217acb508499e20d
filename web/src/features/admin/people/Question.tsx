import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { roleNames } from "../shell/role-names";
import {
  changeRole,
  type Invitation,
  type InvitedRole,
  type Person,
  remove,
  resetSecondFactor,
  setAccount,
  signOut,
  withdraw,
} from "./queries";
import { roleChoices } from "./roles";
import * as texts from "./texts/en";

export type PersonQuestion = "role" | "account" | "signOut" | "remove" | "resetFactor";
export type Asked =
  | { what: PersonQuestion; person: Person }
  | { what: "withdraw"; person: Invitation };

type QuestionProps = { asked: Asked; onDone: (text: string) => void; onClose: () => void };

const questions = {
  signOut: {
    title: texts.signOutTitle,
    text: texts.signOutText,
    confirm: texts.signOut,
    send: signOut,
    done: texts.signedOut,
  },
  remove: {
    title: texts.removeTitle,
    text: texts.removeText,
    confirm: texts.remove,
    send: remove,
    done: texts.removed,
  },
  resetFactor: {
    title: texts.resetFactorTitle,
    text: texts.resetFactorText,
    confirm: texts.resetFactor,
    send: resetSecondFactor,
    done: texts.factorReset,
  },
  withdraw: {
    title: texts.withdrawTitle,
    text: texts.withdrawText,
    confirm: texts.withdraw,
    send: withdraw,
    done: texts.withdrawn,
  },
} as const;

/** Asks before something is changed about a person, and says what happens. */
export function Question({ asked, onDone, onClose }: QuestionProps) {
  const { what, person } = asked;
  if (what === "role") return <RoleQuestion person={person} onDone={onDone} onClose={onClose} />;
  if (what === "account")
    return <AccountQuestion person={person} onDone={onDone} onClose={onClose} />;
  const { title, text, confirm, send, done } = questions[what];
  return (
    <ConfirmDialog
      title={title(person.name)}
      text={text}
      confirm={confirm}
      tone="danger"
      onConfirm={async () => {
        await send(person.id);
        onDone(done(person.name));
      }}
      onClose={onClose}
    />
  );
}

type RoleQuestionProps = Omit<QuestionProps, "asked"> & { person: Person };

function RoleQuestion({ person: { id, name, role }, onDone, onClose }: RoleQuestionProps) {
  // The other one of the two: that is why the dialog was opened.
  const [next, setNext] = useState<InvitedRole>(role === "admin" ? "moderator" : "admin");
  return (
    <ConfirmDialog
      title={texts.changeRoleOf(name)}
      text={texts.roleText}
      confirm={texts.changeRole}
      onConfirm={async () => {
        await changeRole(id, next);
        onDone(texts.roleChanged(name, roleNames[next]));
      }}
      onClose={onClose}
    >
      <Select
        label={texts.role}
        options={roleChoices}
        value={next}
        onValueChange={setNext}
        className="mt-5"
      />
      <p className="mt-1.5 text-sm text-muted">{texts.roleHints[next]}</p>
    </ConfirmDialog>
  );
}

function AccountQuestion({ person: { id, name, account }, onDone, onClose }: RoleQuestionProps) {
  const [username, setUsername] = useState(account ?? "");
  return (
    <ConfirmDialog
      title={texts.accountOf(name)}
      text={texts.accountText}
      confirm={texts.saveAccount}
      onConfirm={async () => {
        await setAccount(id, username);
        onDone(texts.accountSaved(name));
      }}
      onClose={onClose}
    >
      <Field
        label={texts.accountUsername}
        autoComplete="off"
        maxLength={40}
        value={username}
        hint={texts.accountHint}
        className="mt-5"
        onChange={(event) => setUsername(event.target.value)}
      />
    </ConfirmDialog>
  );
}
