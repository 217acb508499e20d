import * as texts from "./texts/en";

/** The head of /terms-of-service; also in the document that the server sends. */
export function Head({ site }: { site: string }) {
  return (
    <>
      <p className="eyebrow">{texts.theAgreement}</p>
      <h1 className="mt-2 text-3xl">{texts.termsService}</h1>
      <p className="mt-4 text-muted">{texts.theseTermsApplyEveryone(site)}</p>
    </>
  );
}
