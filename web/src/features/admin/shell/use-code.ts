import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** The one-time code of a link. It is taken out of the address, so that it stays in no history. */
export function useCode(page: "/setup" | "/admin/join"): string {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [code, setCode] = useState(hash);
  // Also of a newer link that is opened in the same tab: the page is not loaded again then.
  if (hash !== "" && hash !== code) setCode(hash);
  useEffect(() => {
    if (hash !== "") void navigate({ to: page, replace: true });
  }, [hash, navigate, page]);
  return code;
}
