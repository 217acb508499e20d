import { loaders, menu } from "virtual:docs";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { QueryView } from "@/data/QueryView";
import { usePageName } from "@/features/site/page-name";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/button-class";
import { CopyButton } from "@/ui/CopyButton";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import type { Document, Heading } from "./document";
import "./docs.css";
import { useNamedHeading } from "../shell/use-named-heading";
import { FoldedMenu, WideMenu } from "./DocsMenu";
import * as texts from "./texts/en";
import { useDocumentLinks } from "./use-document-links";

/** Below this many headings "On this page" lists the smaller ones, too. */
const MANY_HEADINGS = 40;

/** A document of `docs/`, with the menu of all of them. */
export function DocsPage() {
  const { document: name = "README" } = useParams({ strict: false });
  // An address may have the name of what every object has.
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  const title = load === undefined ? texts.noDocument : titleOf(name);
  useLayoutEffect(() => {
    usePageName.setState(title, true);
    return () => usePageName.setState(null, true);
  }, [title]);
  const query = useQuery({
    queryKey: ["docs", name],
    queryFn: async () => (await load?.())?.page ?? null,
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:gap-10">
      <WideMenu />
      <div className="min-w-0">
        <FoldedMenu />
        {load === undefined ? (
          <UnknownDocument />
        ) : (
          <QueryView query={query} what={texts.theDocument} loading={<Loading />}>
            {(page) => page && <Article key={name} page={page} />}
          </QueryView>
        )}
      </div>
    </div>
  );
}

/** The title of a document in the window; null for the index, which has that of all documents. */
function titleOf(name: string): string | null {
  const item = menu.flatMap(({ items }) => items).find((one) => one.name === name);
  return item === undefined ? null : texts.pageTitle(item.title);
}

function Article({ page }: { page: Document }) {
  const article = useRef<HTMLElement>(null);
  useDocumentLinks(article);
  useNamedHeading(article);
  // The parts of a document never change.
  const parts = page.parts.map((part, at) => ({ key: `${at}`, part }));
  return (
    <div className="min-[1440px]:grid min-[1440px]:grid-cols-[minmax(0,46rem)_minmax(0,1fr)] min-[1440px]:gap-10">
      <article ref={article} className="doc min-w-0 max-w-[46rem]">
        <h1 className="text-2xl">{page.title}</h1>
        {parts.map(({ key, part }) =>
          "code" in part ? (
            <CodeBlock key={key} code={part.code} />
          ) : (
            // The build has made it from the repository's own documents, with tags escaped.
            <div key={key} dangerouslySetInnerHTML={{ __html: part.html }} />
          ),
        )}
      </article>
      <OnThisPage headings={page.headings} />
    </div>
  );
}

function CodeBlock({ code }: { code: string }) {
  return (
    <div className="doc-code">
      {/* It scrolls sideways, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={texts.theExample} />
    </div>
  );
}

/** The headings of the document, beside it where there is room. */
function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  const deepest = headings.length > MANY_HEADINGS ? 2 : 3;
  const listed = headings.filter(({ level }) => level <= deepest);
  if (listed.length < 2) return null;
  return (
    <nav aria-labelledby="on-this-page" className="hidden min-[1440px]:block">
      <div className="sticky top-8 max-h-[calc(100dvh-4rem)] overflow-y-auto [scrollbar-width:thin]">
        <p id="on-this-page" className="eyebrow">
          {texts.onThisPage}
        </p>
        <ul className="mt-2 border-l border-line text-sm">
          {listed.map(({ id, level, text }) => (
            <li key={id}>
              <Link
                to="."
                hash={id}
                className={`block py-1 text-muted hover:text-text ${level > 2 ? "pl-7" : "pl-4"}`}
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

function UnknownDocument() {
  return (
    <EmptyState
      level={1}
      art={<LostPoint />}
      title={texts.noDocument}
      actions={
        <Link to="/docs" className={buttonClass("quiet")}>
          {texts.backToDocs}
        </Link>
      }
    >
      <p>{texts.noDocumentText}</p>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div role="status" className="flex max-w-[46rem] flex-col gap-5">
      <span className="sr-only">{texts.loadingDocument}</span>
      <Skeleton className="h-9 w-56 rounded-md" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}
