import { ticketNumber } from "./model";
import * as texts from "./texts/en";

type WonTicketProps = {
  title: string;
  /** Index of the first ticket. */
  first: number;
  count: number;
};

/** The ticket in one's hand: gold, with its numbers on the stub. */
export function WonTicket({ title, first, count }: WonTicketProps) {
  return (
    <div className="relative mr-10 mb-6 animate-pop">
      {count > 1 && (
        <div className="absolute inset-0 translate-x-1.5 translate-y-1.5 rotate-1 rounded-md bg-gold-600 opacity-50" />
      )}
      <div className="gold-face relative flex min-h-24 rounded-md [mask:radial-gradient(circle_at_66%_0,#0000_8px,#000_8.5px)_0_0/100%_51%_no-repeat,radial-gradient(circle_at_66%_100%,#0000_8px,#000_8.5px)_0_100%/100%_51%_no-repeat]">
        <p className="flex w-[66%] min-w-0 flex-col justify-center border-r-2 border-dashed border-on-gold/45 p-4">
          <span className="text-xs font-semibold tracking-wider uppercase">{texts.admitDraw}</span>
          <span className="mt-1 line-clamp-2 font-display leading-tight font-extrabold [overflow-wrap:anywhere]">
            {title}
          </span>
        </p>
        <p className="flex min-w-0 flex-1 flex-col items-center justify-center p-3 text-center">
          <span className="text-xs font-semibold">{texts.ticketNumbers(count)}</span>
          <span className="font-display text-lg leading-tight font-extrabold [overflow-wrap:anywhere]">
            {ticketNumber(first)}
          </span>
          {count > 1 && (
            <span className="text-xs font-semibold">
              {texts.to(ticketNumber(first + count - 1))}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}
