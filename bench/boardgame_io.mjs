// One reference of bench/moves.py: a small auction through boardgame.io's reducer.
//
// It prints one line of JSON, or `null` where boardgame.io is absent.
//
//     node bench/boardgame_io.mjs PATH_OF_NODE_MODULES [MATCHES]

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

// Before it is loaded: without this it checks at every move that the state can be stored.
process.env.NODE_ENV = "production";

const RUNS = 5;
const SEATS = 4;
const LOTS = 10;
const STEP_MOST = 100;

const [folder, matches = "200"] = process.argv.slice(2);

function installed() {
  const require = createRequire(join(resolve(folder), "bench.js"));
  try {
    return {
      ...require("boardgame.io/internal"),
      ...require("boardgame.io/core"),
      version: require("boardgame.io/package.json").version,
    };
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

// Open bids in turn, who passes is out of the lot, who is left pays; ten lots make a match.
const auction = (INVALID_MOVE) => ({
  name: "auction",
  setup: ({ ctx }) => ({
    cash: Array(ctx.numPlayers).fill(1000),
    owned: Array(ctx.numPlayers).fill(0),
    out: Array(ctx.numPlayers).fill(false),
    lot: 0,
    bid: 0,
    leader: null,
  }),
  moves: {
    bid: ({ G, ctx }, amount) => {
      const seat = Number(ctx.currentPlayer);
      if (!Number.isInteger(amount) || amount <= G.bid || amount > G.cash[seat]) {
        return INVALID_MOVE;
      }
      G.bid = amount;
      G.leader = seat;
      settle(G);
    },
    pass: ({ G, ctx }) => {
      G.out[Number(ctx.currentPlayer)] = true;
      settle(G);
    },
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      first: () => 0,
      next: ({ G, ctx }) => {
        let next = (ctx.playOrderPos + 1) % ctx.numPlayers;
        while (G.out[next]) next = (next + 1) % ctx.numPlayers;
        return next;
      },
    },
  },
  endIf: ({ G }) => (G.lot === LOTS ? { owned: G.owned } : undefined),
});

function settle(G) {
  const left = G.out.filter((out) => !out).length;
  const sold = left === 1 && G.leader !== null && !G.out[G.leader];
  if (!sold && left > 0) return;
  if (sold) {
    G.cash[G.leader] -= G.bid;
    G.owned[G.leader] += 1;
  }
  G.lot += 1;
  G.bid = 0;
  G.leader = null;
  G.out.fill(false);
}

// A small generator with a seed (mulberry32), for Math.random takes none.
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chosen({ G, ctx }, drawn) {
  const left = G.cash[Number(ctx.currentPlayer)] - G.bid;
  if (left <= 0 || drawn() < 0.4) return ["pass"];
  return ["bid", G.bid + 1 + Math.floor(drawn() * Math.min(left, STEP_MOST))];
}

function action([type, ...args], playerID) {
  return { type: "MAKE_MOVE", payload: { type, args, playerID } };
}

function recorded(reducer, initial, seed) {
  const drawn = chance(seed);
  const seen = [];
  let state = initial;
  while (state.ctx.gameover === undefined) {
    const move = action(chosen(state, drawn), state.ctx.currentPlayer);
    seen.push([state, move]);
    const after = reducer(state, move);
    if (after._stateID === state._stateID) throw new Error(`refused: ${JSON.stringify(move)}`);
    state = after;
  }
  return seen;
}

// The log of a move is kept beside the state, as its own master does.
function encoded({ deltalog, ...state }) {
  return JSON.stringify(state);
}

function spent(work) {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

function median(run) {
  return Array.from({ length: RUNS }, () => spent(run)).sort((a, b) => a - b)[RUNS >> 1];
}

function measured({ CreateGameReducer, InitializeGame, INVALID_MOVE, version }) {
  const game = auction(INVALID_MOVE);
  const reducer = CreateGameReducer({ game });
  const initial = InitializeGame({ game, numPlayers: SEATS });
  const seeds = Array.from({ length: Number(matches) }, (_, seed) => seed + 1);
  const record = () => seeds.flatMap((seed) => recorded(reducer, initial, seed));
  const moves = record();
  const stored = moves.map(([state, move]) => [encoded(state), JSON.stringify(move)]);
  const alone = () => moves.forEach(([state, move]) => reducer(state, move));
  const coded = () =>
    stored.forEach(([state, move]) => encoded(reducer(JSON.parse(state), JSON.parse(move))));
  return {
    version,
    moves: moves.length,
    matches: seeds.length,
    alone: median(alone) / moves.length,
    stored: median(coded) / moves.length,
    chosen: median(record) / moves.length,
  };
}

const found = folder ? installed() : null;
console.log(JSON.stringify(found && measured(found)));
