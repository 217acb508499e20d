import { Eye, EyeOff, RotateCw, Send } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { formatMoment } from "@/ui/format/dates";
import type { Say } from "@/ui/Message";
import { Select } from "@/ui/Select";
import { useForm } from "../../settings/form";
import { isSame, type Values } from "../../settings/values";
import { failureTexts } from "../../shell/failure-texts";
import { useFirstSteps } from "../../status/first-steps";
import { idOf, nameOf, sourcesOf } from "../editor/model";
import type { SourceKey } from "../queries";
import { makeKey, rereadKeys, revokeKey, sendTest } from "../queries";
import * as texts from "../texts/address.en";

type MadeAddressProps = {
  source: Values;
  known: SourceKey;
  /** The key that the address ends with. */
  address: string;
  say: Say;
  /** It is about to be revoked here. */
  onRevoke: () => void;
};

/** The page that the broadcast software opens. */
const addressOf = (site: string, key: string) => new URL(`/stream/s/${key}`, site).href;

const DOTS = "••••••••••••";

/** An address that can be copied, tested, renewed and revoked. Viewers of a shared screen see dots. */
export function MadeAddress(props: MadeAddressProps) {
  const { source, known, address: key, say, onRevoke } = props;
  const { open, madeAt } = known;
  const name = nameOf(source);
  const { data } = useFirstSteps();
  const address = addressOf(data?.url || window.location.origin, key);
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <HiddenAddress address={address} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <Badge tone={open > 0 ? "win" : "plain"}>
          {open > 0 ? texts.open(open) : texts.notOpen}
        </Badge>
        {madeAt !== null && <span>{texts.madeAt(formatMoment(madeAt))}</span>}
      </p>
      <CanvasSize />
      <TestEvent source={source} open={open} say={say} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button
          size="sm"
          onClick={() => setAsked("renew")}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
        >
          {texts.renew}
        </Button>
        <Button size="sm" tone="danger" onClick={() => setAsked("revoke")}>
          {texts.revoke}
        </Button>
      </div>
      {asked === "renew" && (
        <ConfirmDialog
          tone="danger"
          title={texts.renewTitle(name)}
          text={texts.renewText}
          confirm={texts.renew}
          onConfirm={async () => {
            await makeKey(idOf(source));
            say("success", texts.renewed);
          }}
          onClose={close}
        />
      )}
      {asked === "revoke" && (
        <ConfirmDialog
          tone="danger"
          title={texts.revokeTitle(name)}
          text={texts.revokeText}
          confirm={texts.revoke}
          onConfirm={async () => {
            onRevoke();
            await revokeKey(idOf(source));
            say("success", texts.revoked);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function HiddenAddress({ address }: { address: string }) {
  const [isShown, setShown] = useState(false);
  const word = isShown ? texts.hide : texts.show;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div>
      <p className="text-sm font-medium">{texts.address}</p>
      <div className="well mt-1.5 flex items-center gap-1 rounded-md py-0.5 pr-1 pl-4">
        <span className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">
          {isShown ? (
            address
          ) : (
            <>
              <span aria-hidden="true">{DOTS}</span>
              <span className="sr-only">{texts.hidden}</span>
            </>
          )}
        </span>
        <IconButton label={word} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon aria-hidden="true" className="size-5" />
        </IconButton>
        <CopyButton text={address} what={texts.address} />
      </div>
    </div>
  );
}

const sizes = Object.entries(texts.sizes).map(([value, label]) => ({ value, label }));

/** The size that the broadcast software asks for: the source places itself on it. */
function CanvasSize() {
  const [size, setSize] = useState("1920x1080");
  const [width = "", height = ""] = size.split("x");
  const shown = [
    { name: texts.width, text: width },
    { name: texts.height, text: height },
  ];
  return (
    <div className="flex flex-col gap-3">
      <Select label={texts.size} options={sizes} value={size} onValueChange={setSize} />
      <div className="grid grid-cols-2 gap-3">
        {shown.map(({ name, text }) => (
          <div key={name}>
            <p className="text-sm font-medium">{name}</p>
            <div className="well mt-1.5 flex items-center justify-between gap-1 rounded-md py-0.5 pr-1 pl-4">
              <span className="font-mono text-sm">{texts.pixels(text)}</span>
              <CopyButton text={text} what={name} />
            </div>
          </div>
        ))}
      </div>
      <p className="text-sm text-muted">{texts.sizeHint}</p>
    </div>
  );
}

type TestEventProps = { source: Values; open: number; say: Say };

function TestEvent({ source, open, say }: TestEventProps) {
  const hintId = useId();
  const { saved } = useForm();
  const id = idOf(source);
  const { isBusy, submit } = useSubmit<void, number>({
    send: () => sendTest(id),
    onAnswer: async (count) => {
      say(count === 0 ? "error" : "success", texts.tested(count));
      if (count !== open) await rereadKeys();
    },
    onFailure: ({ failure }) => {
      say("error", ...failureTexts(failure));
      // The address may have been revoked in another window.
      return rereadKeys();
    },
  });
  const isSaved = isSame(
    sourcesOf(saved).find((one) => idOf(one) === id),
    source,
  );
  const hint = open === 0 ? texts.testClosed : isSaved ? texts.testHint : texts.testUnsaved;
  return (
    <div>
      <Button
        busy={isBusy}
        disabled={open === 0}
        aria-describedby={hintId}
        onClick={() => void submit()}
        icon={<Send aria-hidden="true" className="size-4" />}
      >
        {texts.test}
      </Button>
      <p id={hintId} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
