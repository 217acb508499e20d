// Before the kinds, whose styles are over these.
import "../base.css";
import "./source.css";
import { registerWorker } from "../keeping";
import { reloadWhenQuiet } from "../reload";
import { connectSource } from "./connection";
import { isPreview, listenEditor } from "./preview";
import { kinds } from "./registry";
import { openSession } from "./session";

/**
 * /stream/s/KEY: a source of the overlay for the broadcast. It is transparent until the server has sent
 * what the source shows, and whenever there is nothing to show. It never shows an error.
 */
const theme = document.createElement("style");
document.head.append(theme);
const session = openSession({
  page: document.body,
  theme,
  kinds,
  reload: reloadWhenQuiet,
  isKept: document.body.dataset.kept !== undefined,
});

if (isPreview()) {
  listenEditor({ onState: session.take, onHappening: session.happen });
} else {
  connectSource({
    key: /^\/stream\/s\/([\w-]+)/.exec(window.location.pathname)?.[1] ?? "",
    onState: session.take,
    onHappening: session.happen,
    onConnected: session.connected,
    onDisconnected: session.disconnected,
    onPacket: session.hear,
    onRefused: session.refuse,
  });
  registerWorker();
}
