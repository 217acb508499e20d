import * as texts from "./texts/en";

const lines = `[hunts]
source = "local"
external = "bht"
external_key = "your token"`;

/** How the server gets a service to import from: it is asked for nothing that it does not know. */
export function SetUp() {
  return (
    <div className="text-sm text-muted">
      <p className="text-base font-semibold text-text">{texts.noHuntServiceSet}</p>
      <p className="mt-1">{texts.setServiceIn(<Code>{texts.configToml}</Code>)}</p>
      <pre className="well mt-3 rounded-md px-4 py-3 font-mono text-text whitespace-pre-wrap [overflow-wrap:anywhere]">
        {lines}
      </pre>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5">
        <li>{texts.bhtBetBonushuntGg(<Code>{texts.bht}</Code>, <Code>{texts.bonushunt}</Code>)}</li>
        <li>{texts.keyInEnvironment(<Code>{texts.pointhouseHuntsExternalKey}</Code>)}</li>
        <li>{texts.restartToApply}</li>
      </ul>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-text [overflow-wrap:anywhere]">{children}</code>;
}
