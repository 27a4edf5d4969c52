// The farm, live. All texts go through textContent.
const $ = (id) => document.getElementById(id);
const form = $("write");
const counts = new Map();
const SHOWN = 60;

const element = (tag, text, className) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};

// Typing: one request at a time; what changes meanwhile, or was not saved, is sent next.
let wanted = 0;
let acknowledged = 0;
let sending = false;
let timer;

const say = (text, trouble) => {
  $("saved").textContent = text;
  $("saved").className = trouble ? "finding trouble" : "finding";
  $("saved").dataset.unsaved = String(wanted - acknowledged);
};

const post = async (path, values) => {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams({ ...values, script: "1" }) });
  return answer.json();
};

const send = async () => {
  if (sending || acknowledged === wanted) return;
  sending = true;
  const edit = wanted;
  let pause = 0;
  try {
    const said = await post("/farm/write", Object.fromEntries(new FormData(form)));
    if (said.saved) {
      acknowledged = edit;
      say(`Saved by node ${said.node} in ${said.millis} ms, version ${said.revision}`);
    } else {
      pause = 400;
      say(`Not saved yet: ${said.detail}`, true);
    }
  } catch {
    pause = 1000;
    say("Not saved yet: the page cannot reach its server.", true);
  }
  sending = false;
  if (acknowledged !== wanted) setTimeout(send, pause);
};

form.addEventListener("input", (event) => {
  if (event.target.name !== "text") return;
  wanted++;
  $("saved").dataset.unsaved = String(wanted - acknowledged);
  clearTimeout(timer);
  timer = setTimeout(send, 250);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  wanted++;
  send();
});

const showNodes = (nodes) => {
  const focused = document.activeElement?.dataset?.node;
  $("nodes").replaceChildren(
    ...nodes.map((node) => {
      const row = element("p");
      row.append(element("span", node.alive ? "up" : "down", node.alive ? "badge alive" : "badge expired"), ` node ${node.name} `);
      row.append(node.alive ? `${node.uri}, process ${node.pid} ` : "");
      const button = element("button", node.alive ? `Kill ${node.name}` : `Bring ${node.name} back`, node.alive ? "final" : "");
      button.type = "button";
      button.dataset.node = node.name;
      button.addEventListener("click", async () => {
        button.disabled = true;
        const said = await post(node.alive ? "/farm/kill" : "/farm/start", { node: node.name });
        if (said.status !== 200) say(said.detail, true);
        button.disabled = false;
      });
      row.append(button);
      return row;
    }),
  );
  if (focused) document.querySelector(`button[data-node="${CSS.escape(focused)}"]`)?.focus();
};

const showFarm = (farm) => {
  const nodes = JSON.stringify(farm.nodes);
  if (nodes !== $("nodes").dataset.shown) {
    $("nodes").dataset.shown = nodes;
    showNodes(farm.nodes);
  }
  $("members").replaceChildren(
    ...farm.members.map((member) =>
      element("li", `${member.node}: ${member.expired ? "lease expired" : "alive"}, last heartbeat ${member.unmovedMillis / 1000} s ago, lease ${member.leaseMillis / 1000} s`),
    ),
  );
};

const showEvent = (event) => {
  const row = element("tr", undefined, event.kind);
  const cells = [
    event.at.slice(11, 23),
    event.node,
    event.kind.replaceAll("_", " "),
    event.document ?? "",
    event.revision ?? "",
    event.bytes < 0 ? "" : event.bytes,
    event.micros ? (event.micros / 1000).toFixed(1) : "",
  ];
  row.append(...cells.map((cell) => element("td", cell)));
  $("events").prepend(row);
  while ($("events").rows.length > SHOWN) $("events").deleteRow(-1);
  const name = event.kind.replaceAll("_", " ");
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (event.bytes > 0) counts.set("bytes loaded", (counts.get("bytes loaded") ?? 0) + event.bytes);
  $("counts").replaceChildren(...[...counts].flatMap(([key, value]) => [element("dt", key), element("dd", value)]));
};

if (!new URLSearchParams(location.search).has("freeze")) {
  const source = new EventSource("/farm/events");
  source.addEventListener("farm", (message) => showFarm(JSON.parse(message.data)));
  source.addEventListener("message", (message) => showEvent(JSON.parse(message.data)));
}
