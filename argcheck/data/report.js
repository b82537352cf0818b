"use strict";

/* The page works without this script: everything is there, one part below the other.  The script shows one view at a time,
   follows a selection through text, argument and card, and filters.  What is selected is the part of the address behind "#". */
function start(page, view) {
  const get = (id) => page.getElementById(id);
  const every = (selector, root = page) => Array.from(root.querySelectorAll(selector));
  const data = JSON.parse(get("data").textContent);
  const above = data.nodes.map(() => []);
  const below = data.nodes.map(() => []);
  for (const [source, target] of data.edges) {
    above[target].push(source);
    below[source].push(target);
  }
  const nodeOf = new Map(data.nodes.map((node, number) => [node.card, number]));
  const nodesIn = new Map();
  data.nodes.forEach((node, number) =>
    node.sentences.forEach((id) => nodesIn.set(id, [...(nodesIn.get(id) || []), number])));
  const findingsIn = new Map();
  for (const [id, sentence, source] of data.findings)
    for (const place of [sentence, source]) if (place) findingsIn.set(place, [...(findingsIn.get(place) || []), id]);
  const sentenceOf = new Map(data.findings.map(([id, sentence]) => [id, sentence]));
  const [text, argument, card] = ["text", "argument", "card"].map(get);
  const views = every(".view").map((section) => section.id);
  const boxes = every("#argument [data-n]").map((box) => ({ box, nodes: numbers(box.dataset.n) }));
  const edges = every("#argument [data-a]").map((edge) => ({ edge, ends: [numbers(edge.dataset.a), numbers(edge.dataset.b)] }));
  let selected = -1; // the claim that the arrow keys start from

  function numbers(words) {
    return words.split(" ").map(Number);
  }

  /* All that a claim rests on, or that rests on it. */
  function reached(from, next) {
    const seen = new Set(from);
    const pending = [...from];
    while (pending.length)
      for (const other of next[pending.pop()])
        if (!seen.has(other)) {
          seen.add(other);
          pending.push(other);
        }
    return seen;
  }

  function show(name) {
    page.body.dataset.view = name;
    every("header nav a").forEach((link) => {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
  }

  function panel(name) {
    page.body.dataset.panel = name;
    every(".tabs button").forEach((tab) => tab.setAttribute("aria-pressed", String(tab.dataset.panel === name)));
  }

  function clear() {
    every(".on, .near").forEach((element) => element.classList.remove("on", "near"));
    every(".copied").forEach((element) => element.remove());
    every(".selecting").forEach((place) => place.classList.remove("selecting"));
    get("nothing").hidden = false;
    selected = -1;
  }

  /* Mark claims with all that they rest on and that rests on them, and grey the rest. */
  function mark(nodes, sentences) {
    const near = new Set([...reached(nodes, above), ...reached(nodes, below)]);
    const chosen = new Set(nodes);
    for (const { box, nodes: held } of boxes) {
      box.classList.toggle("near", held.some((number) => near.has(number)));
      box.classList.toggle("on", held.some((number) => chosen.has(number)));
    }
    for (const { edge, ends } of edges)
      edge.classList.toggle("near", ends.every((end) => end.some((number) => near.has(number))));
    argument.classList.toggle("selecting", near.size > 0);
    fit();
    for (const number of near) for (const id of data.nodes[number].sentences) get(id).classList.add("near");
    for (const id of sentences) if (get(id)) get(id).classList.add("on");
    text.classList.toggle("selecting", near.size > 0 || sentences.length > 0);
    const first = boxes.find(({ box }) => box.classList.contains("on") && box.getClientRects().length);
    if (first) centre(argument, first.box);
  }

  function centre(place, element) {
    const [outer, inner] = [place.getBoundingClientRect(), element.getBoundingClientRect()];
    place.scrollBy(inner.left - outer.left - (outer.width - inner.width) / 2, inner.top - outer.top - (outer.height - inner.height) / 2);
  }

  function size(drawing, wanted) {
    const { width: natural, height } = drawing.viewBox.baseVal;
    const width = Math.max(120, Math.min(natural * 3, wanted));
    drawing.setAttribute("width", width);
    drawing.setAttribute("height", (height * width) / natural);
  }

  /* A drawing that is a little wider than its panel is made to fit, once; one that would become too small to read is not. */
  function fit() {
    every("svg:not(.fitted)", argument).filter((drawing) => drawing.getClientRects().length).forEach((drawing) => {
      drawing.classList.add("fitted");
      const [natural, room] = [drawing.viewBox.baseVal.width, argument.clientWidth - 24];
      if (room < natural && room > 0.7 * natural) size(drawing, room);
    });
  }

  function copied(id) {
    const copy = get(id).cloneNode(true);
    copy.removeAttribute("id");
    copy.hidden = false;
    const list = page.createElement("ol");
    list.className = "findings copied";
    list.append(copy);
    card.prepend(list);
  }

  function select(id) {
    clear();
    const element = get(id);
    if (!element || views.includes(id)) {
      show(element ? id : "overview");
      return fit();
    }
    if (element.closest("#answers")) return answer(element);
    show("reading");
    let nodes = [];
    let sentences = [];
    const cards = [];
    if (element.matches(".card")) {
      cards.push(element);
      if (nodeOf.has(id)) nodes = [nodeOf.get(id)];
      sentences = nodes.flatMap((number) => data.nodes[number].sentences);
      if (element.dataset.s) sentences = [...sentences, ...element.dataset.s.split(" ")];
      (findingsIn.get(id) || []).slice().reverse().forEach(copied);
    } else if (sentenceOf.has(id)) {
      copied(id);
      if (sentenceOf.get(id)) sentences = [sentenceOf.get(id)];
      const source = data.findings.find((row) => row[0] === id)[2];
      if (source) cards.push(get(source));
    } else if (element.matches(".s")) {
      sentences = [id];
      (findingsIn.get(id) || []).slice().reverse().forEach(copied);
      nodes = nodesIn.get(id) || [];
      nodes.forEach((number) => cards.push(get(data.nodes[number].card)));
    }
    if (!nodes.length) nodes = sentences.slice(0, 1).flatMap((place) => nodesIn.get(place) || []);
    cards.forEach((each) => each.classList.add("on"));
    get("nothing").hidden = cards.length > 0 || card.querySelector(".copied") !== null;
    panel(element.matches(".s") && view.innerWidth <= 700 ? "text" : "card");
    selected = nodes.length ? nodes[0] : -1;
    mark(nodes, sentences);
    card.scrollTop = 0;
    for (const id of sentences) get(id)?.closest(".off")?.classList.remove("off"); // what is gone to is shown, whatever was filtered
    if (sentences.length && get(sentences[0])) get(sentences[0]).scrollIntoView({ block: "center" });
    if (view.innerWidth <= 700) view.scrollTo(0, element.matches(".s") ? view.scrollY : 0);
  }

  /* Mark a claim of an answer and grey the others of that answer. */
  function answer(element) {
    show("answers");
    for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (element.matches(".pair")) {
      element.classList.add("on");
      element.closest(".answer").classList.add("selecting");
    }
    element.scrollIntoView({ block: "center" });
  }

  function go(id) {
    if (id) view.location.hash = `#${id}`;
  }

  /* --- filters and search */

  function chosenFilters() {
    return Object.fromEntries(every("#filter select").map((choice) => [choice.name, choice.value]));
  }

  const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

  function filter() {
    const wanted = chosenFilters();
    const says = (name, value) => !wanted[name] || wanted[name] === value;
    let shown = 0;
    every("#findings-list > li").forEach((row) => {
      row.hidden = !(says("severity", row.dataset.severity) && says("rule", row.dataset.rule) && says("section", row.dataset.chapter));
      shown += row.hidden ? 0 : 1;
    });
    const kept = data.nodes.map((node) =>
      says("role", node.role) && says("status", node.status) && says("quality", node.quality) && says("section", node.section) && (!wanted.run || node.runs.includes(wanted.run)));
    boxes.forEach(({ box, nodes }) => box.classList.toggle("dim", !nodes.some((number) => kept[number])));
    every("#text .chip").forEach((sign) => {
      const id = sign.getAttribute("href").slice(1);
      const node = nodeOf.get(id);
      sign.classList.toggle("off", node === undefined ? get(id).hidden : !kept[node]);
    });
    every("#text .document").forEach((document) => {
      let chapter = "";
      for (const part of document.children) {
        if (part.matches(".chapter")) chapter = part.dataset.chapter;
        part.classList.toggle("off", !says("section", chapter));
      }
    });
    const any = Object.values(wanted).some(Boolean);
    get("found").textContent = any ? `${counted(shown, "finding")}, ${counted(kept.filter(Boolean).length, "claim")}` : "";
  }

  let hits = [];
  let hit = -1;
  function search() {
    const words = get("search").value.trim().toLowerCase();
    every(".hit").forEach((element) => element.classList.remove("hit"));
    hits = words.length < 2 ? [] : every(".s, .card, .pair, #findings-list > li").filter((element) => element.textContent.toLowerCase().includes(words));
    hits.forEach((element) => element.classList.add("hit"));
    hit = -1;
    get("found").textContent = words.length < 2 ? "" : hits.length ? `${hits.length} found; Enter goes to the next` : "nothing found";
  }

  /* --- keys */

  function step(ids, by) {
    if (!ids.length) return;
    const now = ids.indexOf(view.location.hash.slice(1));
    go(ids[now < 0 ? (by > 0 ? 0 : ids.length - 1) : (now + by + ids.length) % ids.length]);
  }

  const claims = data.nodes.map((node) => node.card);
  const keys = {
    j: () => step(data.findings.map((row) => row[0]), 1),
    k: () => step(data.findings.map((row) => row[0]), -1),
    n: () => step(claims, 1),
    p: () => step(claims, -1),
    ArrowLeft: () => selected >= 0 && above[selected].length && go(data.nodes[above[selected][0]].card),
    ArrowRight: () => selected >= 0 && below[selected].length && go(data.nodes[below[selected][0]].card),
    Escape: () => go("reading"),
    "/": () => get("search").focus(),
  };
  views.forEach((name, place) => (keys[place + 1] = () => go(name)));

  page.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select, textarea");
    if (event.target.id === "search" && event.key === "Enter" && hits.length) {
      hit = (hit + (event.shiftKey ? -1 : 1) + hits.length) % hits.length;
      go(hits[hit].id);
    } else if (typing && event.key === "Escape") event.target.blur();
    else if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key]) {
      keys[event.key]();
      event.preventDefault();
    }
  });
  get("search").addEventListener("input", search);
  get("filter").addEventListener("change", filter);
  every(".tabs button").forEach((tab) => tab.addEventListener("click", () => panel(tab.dataset.panel)));
  every("[data-zoom]").forEach((button) => button.addEventListener("click", () => {
    every("svg", argument).forEach((drawing) => {
      const now = Number(drawing.getAttribute("width"));
      size(drawing, button.dataset.zoom === "fit" ? argument.clientWidth - 24 : now * Number(button.dataset.zoom));
    });
  }));
  view.addEventListener("hashchange", () => select(view.location.hash.slice(1)));
  page.documentElement.classList.add("js");
  panel(view.innerWidth <= 700 ? "text" : "argument");
  const first = page.body.dataset.first || "overview";
  view.addEventListener("load", () => select(view.location.hash.slice(1) || first)); // the browser has scrolled in between
  select(view.location.hash.slice(1) || first);
}

if (typeof document !== "undefined") start(document, window);
