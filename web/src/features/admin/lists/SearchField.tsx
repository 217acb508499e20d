import { Search, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import * as texts from "./texts/en";

/** A search waits so long for the next letter. */
const PAUSE_MS = 300;
/** Longer texts are cut by the server. */
const TEXT_MAX = 100;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  /** As it stands in the address. */
  text: string;
  onSearch: (text: string) => void;
  /** Gets each letter at once: what was found no longer answers what is in the field. */
  onType?: (text: string) => void;
};

/** Searches while one types, after a short pause; Enter does not wait. */
export function SearchField({ label, placeholder, text, onSearch, onType }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  // What the address was last told: anything else in it came from elsewhere, such as the way back.
  const told = useRef(text);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (text === told.current) return;
    told.current = text;
    setTyped(text);
  }, [text]);

  const tell = useCallback((wanted: string) => {
    if (wanted === told.current) return;
    told.current = wanted;
    search.current(wanted);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => tell(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, tell]);

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        tell(typed.trim());
      }}
    >
      <Field
        ref={field}
        label={label}
        labelHidden
        placeholder={placeholder}
        className="[&_input]:text-ellipsis"
        value={typed}
        maxLength={TEXT_MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value);
        }}
        prefix={<Search aria-hidden="true" className="size-4.5" />}
        suffix={
          typed !== "" && (
            <IconButton
              label={texts.clearSearch}
              onClick={() => {
                setTyped("");
                onType?.("");
                tell("");
                // The button goes with the text.
                field.current?.focus();
              }}
            >
              <X aria-hidden="true" className="size-4.5" />
            </IconButton>
          )
        }
      />
    </form>
  );
}
