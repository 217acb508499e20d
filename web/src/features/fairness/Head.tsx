import * as texts from "./texts/en";

/** The head of /fairness; also in the document that the server sends. */
export function Head() {
  return (
    <>
      <p className="eyebrow">{texts.eyebrow}</p>
      <h1 className="mt-3 text-3xl font-extrabold sm:text-4xl">
        <span className="block">{texts.slogan}</span>
        <span className="block">{texts.sloganEnd}</span>
      </h1>
      <p className="mt-4 max-w-[38rem] text-lg leading-normal text-muted">{texts.intro}</p>
    </>
  );
}
