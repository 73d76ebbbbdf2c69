// A stranger's client in TypeScript: its types are generated from the OpenAPI document.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

const [, , house, operator, seed] = process.argv;
const NAMES = ["anna", "piotr", "marcin"];
const MOVES_MOST = 2000;

const as = (token: string) =>
  createClient<paths>({ baseUrl: house, headers: { Authorization: `Bearer ${token}` } });

function told<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

// The form of a field is told by its `type`: the union is one that the compiler knows.
function least(field: components["schemas"]["Amount"] | components["schemas"]["Choice"]) {
  return field.type === "amount" ? field.least : field.words[0];
}

async function turn(client: ReturnType<typeof as>, match: string): Promise<boolean> {
  const path = { match };
  const prompt = await client.GET("/v1/matches/{match}/prompt", { params: { path } });
  if (prompt.response.status === 204) return false;
  const ask = told(prompt);
  if (ask.sealed?.length) return false;
  const seen = await client.GET("/v1/matches/{match}", { params: { path } });
  const { step } = told(seen);
  for (const field of ask.forms[0]?.fields ?? []) {
    if (field.type === "amount" || field.type === "choice") least(field);
  }
  const answer = await client.POST("/v1/matches/{match}/moves", {
    params: { path, header: { "If-Match": seen.response.headers.get("etag") ?? "*" } },
    body: { step, text: ask.default.join("\n") },
  });
  told(answer);
  return true;
}

const host = as(operator);
const made = told(
  await host.POST("/v1/matches", {
    body: {
      game: "pola_naftowe",
      seats: NAMES.map((name) => ({ name, address: `${name}@example.org` })),
      seed,
    },
  }),
);
const { match } = made;
const seats = Object.values(made.seats).map(as);
let moves = 0;
let over = false;
while (!over) {
  for (const seat of seats) if (await turn(seat, match)) moves += 1;
  over = told(await seats[0].GET("/v1/matches/{match}", { params: { path: { match } } })).over;
  if (moves > MOVES_MOST) throw new Error("the match does not end");
}

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
