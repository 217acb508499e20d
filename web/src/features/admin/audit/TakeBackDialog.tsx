import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QuestionKind } from "../shell/QuestionKind";
import { takeBack } from "./queries";
import * as texts from "./texts/en";

type TakeBackDialogProps = {
  grant: string;
  member: string;
  points: number;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** Asks before points are taken back; what the server says against it is shown. */
export default function TakeBackDialog(props: TakeBackDialogProps) {
  const { grant, member, points, onDone, onClose } = props;
  return (
    <ConfirmDialog
      art={<QuestionKind kind="warning" />}
      title={texts.takeBackTitle(points)}
      text={<span className="[overflow-wrap:anywhere]">{texts.takeBackText(member)}</span>}
      confirm={texts.takeBack}
      tone="danger"
      onConfirm={async () => onDone((await takeBack(grant)).message)}
      onClose={onClose}
    />
  );
}
