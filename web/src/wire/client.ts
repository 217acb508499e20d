import type { Client, HeadersOptions } from "openapi-fetch";
import type { paths } from "./schema";

/** The calls of the site by method and path, typed from the server's own description. */
export type Calls = Pick<Client<paths>, "GET" | "POST" | "PUT" | "DELETE">;

type Plain = string | number | boolean | null | undefined;

type CallOptions = {
  params?: {
    path?: Readonly<Record<string, Plain>>;
    query?: Readonly<Record<string, Plain>>;
  };
  headers?: HeadersOptions;
  body?: unknown;
  /** Makes a form of a body that holds a file. */
  bodySerializer?: (body: never) => unknown;
  signal?: AbortSignal | null;
};

/**
 * Builds the requests of typed calls and hands them to `send`, which answers with JSON or throws.
 * The types are the library's. Of its code only this much would be used, and this is loaded before
 * anything is drawn.
 */
export function createCalls(origin: string, send: (request: Request) => Promise<Response>): Calls {
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const body = bodyOf(options);
    const request = new Request(origin + addressOf(path, options.params), {
      method,
      headers: headersOf(options.headers, typeof body === "string"),
      body,
      signal: options.signal ?? null,
    });
    const response = await send(request);
    return { data: await response.json(), response };
  };
  return {
    GET: (path, ...[options]) => call("GET", path, options),
    POST: (path, ...[options]) => call("POST", path, options),
    PUT: (path, ...[options]) => call("PUT", path, options),
    DELETE: (path, ...[options]) => call("DELETE", path, options),
  };
}

function addressOf(path: string, params: CallOptions["params"]): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.path?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params?.query ?? {}))
    if (value !== undefined && value !== null) query.append(name, String(value));
  const text = query.toString();
  return text === "" ? filled : `${filled}?${text}`;
}

function bodyOf({ body, bodySerializer }: CallOptions): FormData | string | null {
  if (body === undefined) return null;
  const ready: unknown = bodySerializer ? Reflect.apply(bodySerializer, null, [body]) : body;
  return ready instanceof FormData ? ready : JSON.stringify(ready);
}

/** A form brings its own type, with the boundary between its parts. */
function headersOf(given: HeadersOptions = {}, isJson: boolean): Headers {
  const headers = new Headers(isJson ? { "Content-Type": "application/json" } : {});
  const listed = given instanceof Headers || Array.isArray(given) ? given : Object.entries(given);
  for (const [name, value] of listed)
    if (value !== undefined && value !== null) headers.set(name, String(value));
  return headers;
}
