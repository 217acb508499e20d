import type { Client } from "openapi-fetch";

type Params = {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | null | undefined>;
  header?: Record<string, string>;
};
type Options = Omit<RequestInit, "body" | "headers"> & {
  params?: Params;
  body?: unknown;
  /** Writes the body in another form than JSON. */
  bodySerializer?: (body: unknown) => BodyInit;
  parseAs?: "json" | "text" | "arrayBuffer";
  headers?: Record<string, string>;
};

/**
 * A client with the types of openapi-fetch, without what the calls of this site do not need of it: other
 * forms of parameters, middleware and errors as values. `send` throws for everything but a success.
 */
export function createClient<Paths extends object>(
  send: (request: Request) => Promise<Response>,
): Client<Paths> {
  const callWith = (method: string) => async (path: string, options?: Options) => {
    const { parseAs = "json", ...call } = options ?? {};
    const response = await send(toRequest(method, path, call));
    return { data: await response[parseAs](), response };
  };
  const [GET, POST, PUT, DELETE] = ["GET", "POST", "PUT", "DELETE"].map(callWith);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types are those of the API's description
  return { GET, POST, PUT, DELETE } as unknown as Client<Paths>;
}

function toRequest(
  method: string,
  path: string,
  { params: { path: parts = {}, query = {}, header } = {}, body, ...options }: Options,
): Request {
  const { bodySerializer = JSON.stringify, headers, ...init } = options;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts[name] ?? ""),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    given.map(([name, value]) => [name, String(value)]),
  ).toString();
  const content = body === undefined ? undefined : bodySerializer(body);
  // For a form, the browser writes the type with its boundary.
  const isTyped = content !== undefined && !(content instanceof FormData);
  return new Request(`${window.location.origin}${filled}${search && `?${search}`}`, {
    method,
    ...init,
    ...(content !== undefined && { body: content }),
    headers: { ...(isTyped && { "Content-Type": "application/json" }), ...header, ...headers },
  });
}
