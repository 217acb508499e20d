import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useLive } from "@/data/use-live";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, type Say, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import { useForm } from "../../settings/form";
import type { Values } from "../../settings/values";
import { failureTexts } from "../../shell/failure-texts";
import { idOf, sourcesOf } from "../editor/model";
import type { SourceKey } from "../queries";
import { keysQuery, makeKey, rereadKeys } from "../queries";
import * as texts from "../texts/address.en";
import { MadeAddress } from "./MadeAddress";

/** How often the panel asks in how many places the sources are open. */
const OPEN_MS = 10_000;

/** The address of a source: made once it is saved, and hidden from viewers. */
export function AddressCard({ source }: { source: Values }) {
  const headingId = useId();
  const { saved } = useForm();
  const isSaved = sourcesOf(saved).some((one) => idOf(one) === idOf(source));
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={headingId} className="flex flex-col gap-4">
        <div>
          <h2 id={headingId} className="text-lg">
            {texts.title}
          </h2>
          <p className="mt-1 text-sm text-muted">{texts.lead}</p>
        </div>
        {isSaved ? <SavedSource source={source} /> : <Notice>{texts.saveFirst}</Notice>}
      </section>
    </Card>
  );
}

function SavedSource({ source }: { source: Values }) {
  const query = useLive(keysQuery, { everyMs: () => OPEN_MS });
  const { message, say } = useMessage();
  return (
    <QueryView
      query={query}
      what={texts.theAddresses}
      failedAs="notice"
      loading={
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-32 rounded-md" />
        </div>
      }
    >
      {(keys) => {
        const known = keys.find(({ id }) => id === idOf(source));
        return (
          <>
            <Known source={source} known={known} say={say} />
            <Message message={message} />
          </>
        );
      }}
    </QueryView>
  );
}

type KnownProps = { source: Values; known: SourceKey | undefined; say: Say };

function Known({ source, known, say }: KnownProps) {
  const key = known?.key ?? null;
  // What this card has seen of the key: one that is gone without a press here ended elsewhere.
  const [seen, setSeen] = useState(key);
  const [hasEnded, setEnded] = useState(false);
  const [revokedHere, setRevokedHere] = useState<string | null>(null);
  if (key !== seen) {
    setSeen(key);
    setEnded(key === null && seen !== revokedHere);
  }
  if (known === undefined || key === null)
    return (
      <NoAddress
        id={idOf(source)}
        hasEnded={hasEnded}
        onMade={() => say("success", texts.made)}
        onFailed={(...failed) => say("error", ...failed)}
      />
    );
  return (
    <MadeAddress
      source={source}
      known={known}
      address={key}
      say={say}
      onRevoke={() => setRevokedHere(key)}
    />
  );
}

type NoAddressProps = {
  id: string;
  hasEnded: boolean;
  onMade: () => void;
  onFailed: (text: string, detail?: string) => void;
};

function NoAddress({ id, hasEnded, onMade, onFailed }: NoAddressProps) {
  const { isBusy, submit } = useSubmit<void, void>({
    send: () => makeKey(id),
    onAnswer: onMade,
    onFailure: ({ failure }) => {
      onFailed(...failureTexts(failure));
      return rereadKeys();
    },
  });
  return (
    <div className="flex flex-col items-start gap-4">
      {hasEnded ? (
        <Notice className="w-full">{texts.endedElsewhere}</Notice>
      ) : (
        <p className="text-sm text-muted">{texts.none}</p>
      )}
      <Button
        busy={isBusy}
        onClick={() => void submit()}
        icon={<KeyRound aria-hidden="true" className="size-4" />}
      >
        {texts.make}
      </Button>
    </div>
  );
}
