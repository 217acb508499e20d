import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useForm, useOpenPart } from "../form";
import { isWithin } from "../values";

type FoldProps = {
  title: string;
  /** The settings in it: it opens when one of them was refused. */
  paths: readonly string[];
  children: ReactNode;
};

/** Settings that most sites leave as they are, one press away. */
export function Fold({ title, paths, children }: FoldProps) {
  const { errors } = useForm();
  const isRefused = Object.keys(errors).some((error) =>
    paths.some((path) => isWithin(error, path)),
  );
  const [isOpen, setOpen] = useOpenPart(isRefused);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/fold"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open/fold:rotate-90"
        />
        {title}
      </summary>
      <div className="mt-3 flex flex-col gap-5">{children}</div>
    </details>
  );
}
