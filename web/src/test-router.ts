export { routerOptions as testRouterOptions } from "@/app/router-options";
