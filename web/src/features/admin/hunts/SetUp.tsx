const lines = `[hunts]
source = "local"
external = "bht"
external_key = "your token"`;

/** How the server gets a service to import from: it is asked for nothing that it does not know. */
export function SetUp() {
  return (
    <div className="text-sm text-muted">
      <p className="text-base font-semibold text-text">No hunt service is set up</p>
      <p className="mt-1">
        Whoever runs the server names one in <Code>config.toml</Code>, with the token or key that
        the service has given you:
      </p>
      <pre className="well mt-3 rounded-md px-4 py-3 font-mono text-text whitespace-pre-wrap [overflow-wrap:anywhere]">
        {lines}
      </pre>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5">
        <li>
          <Code>bht</Code> is bht.bet, <Code>bonushunt</Code> is bonushunt.gg.
        </li>
        <li>
          Better than in the file, the key stands in the environment as{" "}
          <Code>POINTHOUSE_HUNTS__EXTERNAL_KEY</Code>.
        </li>
        <li>The server has to be started anew for it.</li>
      </ul>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-text [overflow-wrap:anywhere]">{children}</code>;
}
