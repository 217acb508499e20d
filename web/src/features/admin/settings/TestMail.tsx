import { useState } from "react";
import { Field } from "@/ui/Field";
import { sendTestMail } from "./queries";
import { TestSaved } from "./TestSaved";
import { mail as texts } from "./texts/sections.en";

/** Sends an email with the saved settings. */
export function TestMail() {
  const [to, setTo] = useState("");
  const address = to.trim();
  return (
    <TestSaved
      title={texts.test}
      lead={texts.testLead}
      action={texts.sendTest}
      isReady={address !== ""}
      send={async () => {
        const { delivered, message } = await sendTestMail(address);
        return { isWorking: delivered, message };
      }}
    >
      {(send) => (
        <Field
          className="min-w-0 flex-1 basis-56"
          label={texts.testTo}
          type="email"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter in a field would save the form around it.
            event.preventDefault();
            send();
          }}
          autoComplete="email"
        />
      )}
    </TestSaved>
  );
}
