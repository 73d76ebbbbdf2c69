// The reference of bench/serve.py: boardgame.io's own server, and clients that speak to it.
//
//     node bench/boardgame_server.mjs NODE_MODULES serve PORT memory|FOLDER
//     node bench/boardgame_server.mjs NODE_MODULES drive PORT moves|reads CLIENTS EACH
//
// A client moves as its own do, over a socket, and waits for the new state; it reads over HTTP.
// Each client has a match of its own, whose state is padded to the size of ours. `drive` prints
// one line of JSON: calls a second, and every latency in milliseconds.

import { createRequire } from "node:module";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";

process.env.NODE_ENV = "production";

const [folder, task, port, ...rest] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), "bench.js"));
const PADDING = "x".repeat(3000);

const auction = {
  name: "auction",
  setup: () => ({ bid: 0, padding: PADDING }),
  moves: {
    bid: ({ G }, amount) => {
      G.bid = amount;
    },
  },
};

function serve(storage) {
  const { FlatFile, Server } = require("boardgame.io/server");
  const db = storage === "memory" ? undefined : new FlatFile({ dir: storage });
  Server({ games: [auction], db, origins: ["*"] }).run(Number(port));
}

async function drive(what, clients, each) {
  const opened = await Promise.all(
    Array.from({ length: clients }, (_, number) => (what === "moves" ? mover(number) : reader())),
  );
  const latencies = [];
  const begun = performance.now();
  await Promise.all(
    opened.map(async (call) => {
      for (let turn = 1; turn <= each; turn += 1) {
        const started = performance.now();
        await call(turn);
        latencies.push(performance.now() - started);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  console.log(JSON.stringify({ rate: (clients * each) / seconds, latencies }));
  process.exit(0);
}

async function mover(number) {
  const { io } = require("socket.io-client");
  const match = `m${process.pid}-${number}`;
  const socket = io(`http://127.0.0.1:${port}/auction`, { transports: ["websocket"], forceNew: true });
  let told = () => {};
  let state = 0;
  for (const event of ["sync", "update", "patch"]) {
    socket.on(event, (_, found, later) => {
      const step = event === "sync" ? found.state._stateID : event === "patch" ? later : found._stateID;
      if (event === "sync" || step > state) {
        state = step;
        told();
      }
    });
  }
  const next = () => new Promise((done) => (told = done));
  const synced = next();
  socket.emit("sync", match, "0", undefined, 4);
  await synced;
  return async (turn) => {
    const done = next();
    const payload = { type: "bid", args: [turn], playerID: "0" };
    socket.emit("update", { type: "MAKE_MOVE", payload }, state, match, "0");
    await done;
  };
}

async function reader() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const made = await http(agent, "POST", "/games/auction/create", { numPlayers: 4 });
  const { matchID } = JSON.parse(made);
  return () => http(agent, "GET", `/games/auction/${matchID}`);
}

function http(agent, method, path, body) {
  const text = body ? JSON.stringify(body) : "";
  const headers = text ? { "content-type": "application/json", "content-length": text.length } : {};
  return new Promise((done, failed) => {
    const asked = request({ agent, method, path, port, host: "127.0.0.1", headers }, (answer) => {
      let said = "";
      answer.on("data", (part) => (said += part));
      answer.on("end", () =>
        answer.statusCode === 200 ? done(said) : failed(new Error(`${answer.statusCode} ${said}`)),
      );
    });
    asked.on("error", failed);
    asked.end(text);
  });
}

if (task === "serve") serve(rest[0]);
else await drive(rest[0], Number(rest[1]), Number(rest[2]));
