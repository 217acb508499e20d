// A mail server as people run them (smtp-server by the author of Nodemailer), for the tests.
//
// The first line of stdin says how it is: { secure, starttls, key, cert, user, password, behaves }.
// Further lines change how it behaves: { behaves: ... }, one of
//   "well"
//   "refuses"   there is no such recipient (550 5.1.1), and it repeats what it was sent
//   "sender"    this sender may not (550 5.1.8)
//   "later"     not now (451 4.7.1)
//   "mute"      takes the connection and says nothing
//   "stuck"     takes the message and says nothing more
//   "hangs-up"  closes in the middle of the message
// What it has to say comes as lines of JSON on stdout.

import { createInterface } from "node:readline";
import { SMTPServer } from "smtp-server";

const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const refusal = (code, text) => Object.assign(new Error(text), { responseCode: code });

let behaves = "well";
let server;

function start(options) {
  behaves = options.behaves ?? "well";
  const { user, password } = options;
  server = new SMTPServer({
    name: "mail.example.com",
    secure: options.secure,
    key: options.key,
    cert: options.cert,
    disabledCommands: options.starttls ? [] : ["STARTTLS"],
    authOptional: !user,
    closeTimeout: 1000,
    onConnect(_session, done) {
      say({ is: "connection" });
      if (behaves !== "mute") done();
    },
    onAuth(auth, session, done) {
      const isRight = auth.username === user && auth.password === password;
      say({ is: "login", user: auth.username, right: isRight, secure: session.secure });
      if (isRight) return done(null, { user });
      // Some servers repeat what they were sent.
      done(refusal(535, `5.7.8 Error: authentication failed: ${auth.username}/${auth.password}`));
    },
    onMailFrom(_address, _session, done) {
      done(behaves === "sender" ? refusal(550, "5.1.8 Sender address rejected") : null);
    },
    onRcptTo(address, _session, done) {
      if (behaves !== "refuses") return done();
      done(refusal(550, `5.1.1 <${address.address.toUpperCase()}>: no such user here`));
    },
    onData(stream, session, done) {
      const parts = [];
      stream.on("data", (part) => parts.push(part));
      if (behaves === "hangs-up") {
        for (const connection of server.connections) connection.close();
        return;
      }
      stream.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if (behaves === "stuck") return;
        if (behaves === "later") {
          const link = text.replaceAll("=\r\n", "").replaceAll("=3D", "=").match(/https?:\S+/)?.[0];
          return done(refusal(451, `4.7.1 Try again later, we look at ${link}`));
        }
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map((one) => one.address);
        say({ is: "letter", secure: session.secure, user: session.user ?? null, from: mailFrom.address, to, text });
        done();
      });
    },
  });
  // Clients that hang up, or do not believe the certificate.
  server.on("error", (error) => say({ is: "trouble", text: error.message }));
  server.listen(0, "127.0.0.1", () => say({ is: "open", port: server.server.address().port }));
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const said = JSON.parse(line);
    if (!server) return start(said);
    behaves = said.behaves;
    say({ is: "changed" });
  })
  // The test is over.
  .on("close", () => process.exit(0));
