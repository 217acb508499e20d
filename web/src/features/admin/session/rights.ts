import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "./actions";
import { meKey } from "./store";

type Schemas = components["schemas"];
export type Area = Schemas["Area"];
export type Level = Schemas["Level"];
export type Role = Schemas["Role"];
export type PanelMe = Schemas["PanelMe"];

/** The person who is logged in, with rights and sessions. A change of role ends the person's sessions. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: () => answer(adminApi.GET("/api/admin/me")),
});

/** Sections of the settings that set services up, or name the address that emails lead to. */
const SERVICES = new Set(["grants", "kick", "mail", "hunts", "wagers", "place"]);

/** The area that a section of the settings belongs to. */
export const areaOfSection = (section: string): Area =>
  SERVICES.has(section) ? "services" : "settings";

/** Pages of services are forms that set them up: to see them is of no use. */
const leastOf = (area: Area): Level => (area === "services" ? "change" : "see");

/** Whether a person may see or change what belongs to an area. The server checks it with every call. */
export function may(
  { rights }: Pick<PanelMe, "rights">,
  area: Area,
  level: Level = leastOf(area),
): boolean {
  const given = rights[area];
  return given === "change" || given === level;
}

/** The same for the person who is logged in; false until the server has answered. */
export function useMay(area: Area, level: Level = leastOf(area)): boolean {
  const { data } = useQuery(meQuery);
  return data !== undefined && may(data, area, level);
}
