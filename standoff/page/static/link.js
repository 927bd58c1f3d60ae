// The link is the turn: the address's fragment holds position, orders and rulebook, and the earlier phases packed.

async function through(stream, bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const MOST_UNPACKED = 2_000_000;

function toText(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

async function pack(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return toText(await through(new CompressionStream("deflate-raw"), bytes));
}

async function unpack(text) {
  const stream = new Blob([toBytes(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_UNPACKED) throw new Error("too long");
    parts.push(value);
  }
  return JSON.parse(await new Blob(parts).text());
}

const isText = (value) => typeof value === "string" && value.length <= 200_000;

export function isPhase(value) {
  return (
    value !== null &&
    typeof value === "object" &&
    isText(value.position) &&
    isText(value.orders) &&
    isText(value.rules) &&
    typeof value.options === "object" &&
    value.options !== null &&
    Object.values(value.options).every(isText)
  );
}

const plain = ({ position, orders, rules, options }) => ({ position, orders, rules, options });

// A game is {phases: [...], at: number}; only the phases up to the one shown, and the ones after it, are kept.
export async function fragment(game) {
  const now = game.phases[game.at];
  const parts = new URLSearchParams();
  parts.set("p", now.position);
  if (now.orders.trim()) parts.set("o", now.orders);
  parts.set("r", now.rules);
  if (Object.keys(now.options).length) {
    parts.set("s", Object.entries(now.options).map(([name, choice]) => `${name}=${choice}`).join(","));
  }
  const others = game.phases.map((phase, n) => (n === game.at ? null : plain(phase)));
  if (others.length > 1) parts.set("g", await pack({ at: game.at, others }));
  return parts.toString();
}

export async function gameIn(text) {
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  if (!parts.has("p")) return null;
  const options = {};
  for (const entry of (parts.get("s") ?? "").split(",")) {
    const [name, choice] = entry.split("=");
    if (name && choice) options[name] = choice;
  }
  const now = { position: parts.get("p"), orders: parts.get("o") ?? "", rules: parts.get("r") ?? "2023", options };
  if (!isPhase(now)) throw new Error("link");
  if (!parts.has("g")) return { phases: [now], at: 0 };
  const { at, others } = await unpack(parts.get("g"));
  if (!Array.isArray(others) || others.length > 500 || others.findIndex((one) => one === null) !== at) throw new Error("link");
  const phases = others.map((one) => one ?? now);
  if (!phases.every(isPhase)) throw new Error("link");
  return { phases, at };
}
