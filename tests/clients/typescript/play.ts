// A stranger's client in TypeScript: its types are generated from the OpenAPI document.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

const [, , house, operator, seed] = process.argv;
const NAMES = ["anna", "piotr", "marcin"];
const GAMES = ["pola_naftowe", "bombay", "crude"];
const MOVES_MOST = 3000;
const TYPED_EVERY = 2;

type Schemas = components["schemas"];
type Form = Schemas["OrderForm"];

const as = (token: string) =>
  createClient<paths>({ baseUrl: house, headers: { Authorization: `Bearer ${token}` } });

function told<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

// The kind of a field is told by its `type`: the union is one that the compiler knows.
function least(field: NonNullable<Form["fields"]>[number]) {
  if (field.type === "amount") return field.least;
  if (field.type === "choice") return field.words[0];
  return field.type === "permutation" ? field.words : undefined;
}

// The first form as one typed order, its fields at their least; none where forms tell no such.
function typed(forms: Form[]): { [key: string]: unknown }[] | undefined {
  for (const form of forms) {
    const fields = (form.fields ?? []).map((field) => [field.name, least(field)]);
    if (form.most === 0 || fields.some(([, value]) => value === undefined)) continue;
    return [{ kind: form.verb.replaceAll(" ", "_"), ...Object.fromEntries(fields) }];
  }
  return undefined;
}

// Typed moves and defaults in turn: by the first form alone a match may never end.
async function turn(client: ReturnType<typeof as>, match: string): Promise<string> {
  const path = { match };
  const prompt = await client.GET("/v1/matches/{match}/prompt", { params: { path } });
  if (prompt.response.status === 204) return "";
  const ask = told(prompt);
  if (ask.sealed?.length) return "";
  const seen = await client.GET("/v1/matches/{match}", { params: { path } });
  const { step } = told(seen);
  const params = { path, header: { "If-Match": seen.response.headers.get("etag") ?? "*" } };
  const orders = step % TYPED_EVERY === 0 ? typed(ask.forms) : undefined;
  if (orders) {
    const body = { step, orders };
    const tried = await client.POST("/v1/matches/{match}/moves", {
      params: { path, query: { dry_run: true } },
      body,
    });
    if (tried.response.ok) {
      told(await client.POST("/v1/matches/{match}/moves", { params, body }));
      return "typed";
    }
  }
  const body = { step, text: ask.default.join("\n") };
  told(await client.POST("/v1/matches/{match}/moves", { params, body }));
  return "text";
}

const host = as(operator);
async function played(game: string) {
  const made = told(
    await host.POST("/v1/matches", {
      body: {
        game,
        seats: NAMES.map((name) => ({ name, address: `${name}@example.org` })),
        seed,
      },
    }),
  );
  const { match } = made;
  const seats = Object.values(made.seats).map(as);
  const moves: { [how: string]: number } = {};
  let over = false;
  while (!over) {
    for (const seat of seats) {
      const how = await turn(seat, match);
      if (how) moves[how] = (moves[how] ?? 0) + 1;
    }
    over = told(await seats[0].GET("/v1/matches/{match}", { params: { path: { match } } })).over;
    if ((moves.text ?? 0) > MOVES_MOST) throw new Error("the match does not end");
  }
  return { match, seats, moves };
}

const moves: { [game: string]: { [how: string]: number } } = {};
for (const game of GAMES.slice(1)) moves[game] = (await played(game)).moves;
const last = await played(GAMES[0]);
moves[GAMES[0]] = last.moves;
const { match, seats } = last;

let after = 0;
const kinds = new Set<string>();
for (;;) {
  const page = told(
    await seats[0].GET("/v1/matches/{match}/events", {
      params: { path: { match }, query: { after } },
    }),
  );
  if (typeof page === "string") throw new Error("a stream was not asked for");
  page.events.forEach((event) => kinds.add(event.kind));
  if (!page.events.length) break;
  after = page.last;
}
const record = told(
  await seats[0].GET("/v1/matches/{match}/record", { params: { path: { match } } }),
);
const steps = record.filter((entry) => entry.entry === "step").length;
const standings = told(
  await seats[0].GET("/v1/matches/{match}/standings", { params: { path: { match } } }),
);
console.log(
  JSON.stringify({ match, moves, steps, last: after, kinds: [...kinds].sort(), standings }),
);
