import { describeBoard, type SlotRound, sumOfBones } from "./model";
import { useSlotTable } from "./table";
import * as texts from "./texts/en";

/** The board and its result for those who do not see the reels. */
export function BoardInWords() {
  const board = useSlotTable((table) => table.board);
  const isMoving = useSlotTable((table) => table.spin !== null && table.beat !== "rest");
  const standing = useSlotTable((table) => table.standing);
  return (
    <div className="sr-only">
      <p role="status">{standing === null || isMoving ? "" : resultInWords(standing)}</p>
      <p>{isMoving ? texts.spinning : texts.board}</p>
      {!isMoving && (
        <ol>
          {describeBoard(board).map((row, index) => (
            // Rows of a board have no name but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{row}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

function resultInWords(round: SlotRound): string {
  if (round.bones.length === 0) return texts.announceLoss;
  return texts.announceWin(round.label, round.bones.length, sumOfBones(round), round.payout);
}
