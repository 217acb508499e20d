import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { keepAdminToken } from "../../session/store";

export type SetupState = components["schemas"]["SetupState"];
type SetupOrder = components["schemas"]["SetupOrder"];

/** What a site without an owner begins with; refused with 404 once it has one. */
export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: () => answer(api.GET("/api/setup")),
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Sets the site up, and logs its owner in. */
export async function setUp(order: SetupOrder): Promise<void> {
  const { token } = await answer(api.POST("/api/setup", { body: order }));
  keepAdminToken(token);
}
