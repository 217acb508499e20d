type DocumentSettings = { point?: string; points?: string; dollars?: string };

/**
 * Settings that texts are made with. The server writes them on the root of each document
 * (`server/app/src/site/document.rs`), so they are known before any text is. The build draws heads without a
 * document: placeholders stand in them, and the server fills those.
 */
export const documentSettings: DocumentSettings =
  typeof document === "undefined"
    ? { point: "{point}", points: "{points}" }
    : document.documentElement.dataset;
