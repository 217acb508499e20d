import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  type ReactNode,
  use,
} from "react";

export type LazyPage<Props> = FunctionComponent<Props> & {
  /** Fetches the page's code; undefined once it is there. */
  preload?: () => Promise<void>;
};

/**
 * A page whose code is fetched when somebody comes near a link to it. Unlike the router's own lazy
 * component it never reloads the document: without a connection that ends on the browser's error page.
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPage<Props> {
  let Page: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let hasFailed = false;
  const fetchPage = async () => {
    try {
      Page = (await load())[name];
      delete Lazy.preload;
    } catch (thrown) {
      hasFailed = true;
      throw thrown;
    }
  };
  const preload = () => {
    if (hasFailed) loading = undefined;
    hasFailed = false;
    loading ??= fetchPage();
    return loading;
  };
  const Lazy: LazyPage<Props> = (props) => {
    if (Page === undefined) use(loading ?? preload());
    return Page && createElement(Page, props);
  };
  Lazy.preload = preload;
  return Lazy;
}

/** A component around a lazy page, which is fetched ahead with it. */
export function around<Inner, Props = object>(
  Page: LazyPage<Inner>,
  Route: (props: Props) => ReactNode,
): LazyPage<Props> {
  return Object.defineProperty(Route, "preload", { get: () => Page.preload });
}
