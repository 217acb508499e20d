/** As much of the description as the page shows (`web/tools/openapi/openapi.json`). */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
};
type Content = Readonly<Record<string, { schema?: Schema }>>;
type Answer = { $ref?: string; description?: string; content?: Content };
type Operation = {
  tags?: readonly string[];
  summary?: string;
  description?: string;
  parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: Schema;
  }[];
  requestBody?: { content?: Content };
  responses: Readonly<Record<string, Answer>>;
  security?: readonly Readonly<Record<string, unknown>>[];
};
export type Description = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, Answer>>;
  };
};

type Field = { name: string; type: string; required: boolean; text: string };

/** How deep the fields of a body are listed; below that a field has the name of its type. */
const DEPTH = 3;
/** Answers of nearly every call; the page of the conventions explains them once. */
const COMMON = new Set(["400", "401", "403", "404", "408", "413", "415", "429", "500", "503"]);

/** The calls of the API as a document, by the parts of the site. */
export function apiReference(description: Description): string {
  const parts = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? "other";
      const calls = parts.get(tag) ?? [];
      parts.set(tag, calls);
      calls.push(call(description, `${method.toUpperCase()} ${path}`, operation));
    }
  const sections = [...parts].map(
    ([tag, calls]) => `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}\n\n${calls.join("\n")}`,
  );
  return `# API reference\n\nEvery call, made from the server's own description, which is at \`/api/openapi.json\` with all types. [The conventions](api.md) explain callers, failures, keys and lists, and have the events of the socket.\n\n${sections.join("\n")}`;
}

function call(description: Description, title: string, operation: Operation): string {
  const { parameters = [], requestBody, responses } = operation;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const good = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const answer = Object.values(good?.[1].content ?? {})[0]?.schema;
  const own = Object.entries(responses)
    .filter(([status, { $ref }]) => !status.startsWith("2") && !(COMMON.has(status) && $ref))
    .map(([status, { description: text = "", $ref }]) => {
      const shared = $ref === undefined ? "" : nameOf($ref);
      return `- ${status}: ${line(text || (description.components.responses[shared]?.description ?? ""))}`;
    });
  return [
    `### ${title}\n`,
    `${line(operation.summary ?? "")} Callers: ${callers(operation)}.\n`,
    operation.description === undefined ? "" : `${operation.description}\n`,
    table(
      "Parameter",
      parameters.map(({ name, in: place, required = false, description: text = "", schema }) => ({
        name,
        type: `${typeOf(schema ?? {})}, in the ${place}`,
        required,
        text: line(text),
      })),
    ),
    body === undefined ? "" : table("Field of the body", fieldsOf(description, body)),
    answer === undefined
      ? ""
      : `Answer: \`${typeOf(answer)}\`\n\n${table("Field of the answer", fieldsOf(description, answer))}`,
    own.length === 0 ? "" : `Refusals of its own:\n\n${own.join("\n")}\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function callers({ security }: Operation): string {
  if (security === undefined) return "everyone";
  const names = security.map((one) => Object.keys(one)[0] ?? "everyone");
  return names.join(", ");
}

function table(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ name, type, required, text }) =>
      `| \`${name}\` | ${cell(type)} | ${required ? "yes" : "no"} | ${cell(text)} |`,
  );
  return `| ${title} | Type | Always | Meaning |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

const cell = (text: string) => text.replaceAll("|", "\\|");
const line = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return types.join(" or ");
}

/** The fields of a body, those of objects inside it with their whole path. */
function fieldsOf(description: Description, schema: Schema): Field[] {
  const fields: Field[] = [];
  const add = (parent: Schema, prefix: string, depth: number) => {
    const object = objectOf(description, parent);
    for (const [key, field] of Object.entries(object.properties ?? {})) {
      const name = `${prefix}${key}`;
      fields.push({
        name,
        type: typeOf(field),
        required: object.required?.includes(key) === true,
        text: line(field.description ?? ""),
      });
      const inside = field.items === undefined ? `${name}.` : `${name}[].`;
      if (depth < DEPTH) add(field.items ?? field, inside, depth + 1);
    }
  };
  add(schema, "", 1);
  return fields;
}

/** The object that a schema is or refers to; its parts together where it is made of several. */
function objectOf(description: Description, schema: Schema): Schema {
  if (schema.$ref !== undefined)
    return objectOf(description, description.components.schemas[nameOf(schema.$ref)] ?? {});
  const one = schema.oneOf?.filter(({ type }) => type !== "null");
  if (one?.length === 1 && one[0] !== undefined) return objectOf(description, one[0]);
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map((part) => objectOf(description, part));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}
