import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { PasswordField } from "@/ui/Field";
import { useForm } from "../form";
import * as texts from "../texts/en";
import { GroupError } from "./Group";

type SecretSettingProps = {
  /** Its key in a settings file: "mail.smtp_password". */
  name: string;
  label: string;
  /** Of the field that replaces it. */
  newLabel: string;
  hint?: ReactNode;
};

/** A secret: the page sees only whether it is set. It is replaced or removed, never read. */
export function SecretSetting(props: SecretSettingProps) {
  return <Secret key={useForm().round} {...props} />;
}

function Secret({ name, label, newLabel, hint }: SecretSettingProps) {
  const { secrets, entered, enterSecret, errors } = useForm();
  const [isReplacing, setReplacing] = useState(false);
  const secret = secrets.find(({ key }) => key === name);
  const text = entered[name];
  if (secret === undefined) return null;
  const { isSet, endsIn, by } = secret;
  const isEntering = by === null && text !== "" && (!isSet || isReplacing || text !== undefined);
  const error = errors[name.split(".").slice(1).join(".")];
  const state = isSet ? texts.secretSet(endsIn) : texts.secretNotSet;
  return (
    <div role="group" aria-label={label} className="flex flex-col items-start gap-3">
      <div className={cx(!isSet && by === null && "sr-only")}>
        <p className="text-sm font-medium">{label}</p>
        <p className="text-sm text-muted">{text === "" ? texts.secretRemoved : state}</p>
        {by !== null && <p className="text-sm text-muted">{texts.decidedBy(by)}</p>}
      </div>
      {isEntering && (
        <PasswordField
          className="w-full max-w-md"
          label={isSet ? newLabel : label}
          value={text ?? ""}
          onChange={({ target }) => enterSecret(name, target.value || undefined)}
          error={error}
          hint={hint}
          autoComplete="new-password"
        />
      )}
      {error !== undefined && !isEntering && <GroupError text={error} />}
      {by === null && isSet && (
        <div className="flex flex-wrap gap-2">
          {isEntering || text === "" ? (
            <Button
              size="sm"
              onClick={() => {
                enterSecret(name, undefined);
                setReplacing(false);
              }}
            >
              {texts.keepSecret}
            </Button>
          ) : (
            <>
              <Button size="sm" onClick={() => setReplacing(true)}>
                {texts.replaceSecret}
              </Button>
              <Button size="sm" tone="danger" onClick={() => enterSecret(name, "")}>
                {texts.removeSecret}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
