import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { asFailure } from "@/wire/failure";
import { useForm } from "../form";
import { type GameReturn, returnsQuery } from "../queries";
import { hasUnread, isSame, isValues, type Values } from "../values";

/** The server is asked once nothing was typed for this long. */
const TYPED_MS = 400;

const none: Values = {};

type Returns = {
  of: (game: string) => GameReturn | undefined;
  /** Why the tables cannot be played, null for tables that can. */
  problem: string | null;
  /** The figures are not those of what was typed last. */
  isWorking: boolean;
};

/** The highest return of each game for the tables of the form, as the server works it out. */
export function useReturns(): Returns {
  const { values } = useForm();
  const typed = values.tables;
  const [tables, setTables] = useState(typed);
  useEffect(() => {
    if (hasUnread(typed) || isSame(typed, tables)) return;
    const timer = setTimeout(() => setTables(typed), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, tables]);
  const { data, error, isFetching } = useQuery({
    ...returnsQuery(isValues(tables) ? tables : none),
    placeholderData: keepPreviousData,
  });
  return {
    of: (game) => data?.returns.find((one) => one.game === game),
    problem: error === null ? (data?.problem ?? null) : asFailure(error).message,
    isWorking: isFetching || !isSame(typed, tables),
  };
}
