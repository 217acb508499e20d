export const documents = "Documents";
/** In the title of the window. */
export const pageTitle = (title: string) => `${title} · Docs`;
export const onThisPage = "On this page";
export const overview = "Overview";
export const theDocument = "The document";
export const loadingDocument = "Loading the document";
export const theExample = "the example";
export const noDocument = "No such document";
export const noDocumentText = "There is no document at this address.";
export const backToDocs = "Back to the docs";
