"use strict";
/* An answer that a reader strikes and rewrites: each changed sentence is compared, word by word, with the passages. */
(() => {
  const page = document;
  function made(name, words, more) {
    const element = page.createElement(name);
    element.textContent = words || "";
    return Object.assign(element, more || {});
  }

  /* The words that count: numbers, longer words, and what denies. */
  function wordsOf(text, denials) {
    const all = text.toLowerCase().replace(/n['’]t\b/g, " not").match(/\d+(?:[.,]\d+)*|[\p{L}]+/gu) || [];
    return all.filter((word) => /\d/.test(word) || word.length > 3 || denials.has(word));
  }

  /* Whether two words begin alike, their last s aside; two numbers are one or not. */
  function alike(one, other) {
    if (/\d/.test(one + other)) return one === other;
    const [first, second] = [one, other].map((word) => word.replace(/s$/, "").slice(0, 4));
    return first.startsWith(second) || second.startsWith(first);
  }

  /* How a sentence stands to the passages: the nearest one, and what of the sentence is not in it. */
  function compared(sentence, passages, denials) {
    const words = wordsOf(sentence, denials);
    const own = words.find((word) => denials.has(word));
    const judged = passages.map((passage) => {
      const there = wordsOf(passage.quote, denials);
      const missing = words.filter((word) => !denials.has(word) && !there.some((other) => !denials.has(other) && alike(word, other)));
      const theirs = there.find((word) => denials.has(word));
      if (!own !== !theirs) missing.push(own ? `“${own}”` : `without its “${theirs}”`);
      return { ...passage, missing };
    });
    return judged.sort((one, other) => one.missing.length - other.missing.length)[0];
  }

  function told(sentence, original, supported, passages, denials) {
    if (!sentence.trim()) return ["", "– empty"];
    if (sentence.trim() === original) return supported ? ["good", "✓ as it was read"] : ["warning", "△ as it was read: unsupported"];
    const nearest = wordsOf(sentence, denials).length ? compared(sentence, passages, denials) : undefined;
    if (!nearest) return ["warning", "△ there is nothing to compare it with"];
    const where = `“${nearest.quote}” (${nearest.where})`;
    if (!nearest.missing.length) return ["good", `✓ changed; its words stand in ${where}`];
    return ["warning", `△ changed; not in the nearest passage: ${nearest.missing.join(", ")}. It is ${where}`];
  }

  function editor(article) {
    const pairs = [...article.querySelectorAll(".pair")];
    const passages = pairs.flatMap((pair) =>
      [...pair.querySelectorAll("q")].map((q) => ({ quote: q.textContent, where: q.parentElement.querySelector("small").textContent })));
    const denials = new Set(article.dataset.denials.split(" "));
    const fold = made("details", "", { className: "edit" });
    const list = made("ol");
    const result = made("pre", "", { tabIndex: 0 });
    result.setAttribute("aria-label", "The edited answer");
    const rows = [];

    function refresh() {
      result.textContent = rows.filter((row) => !row.struck && row.area.value.trim())
        .map((row) => `${row.area.value.trim()}  [${row.state.textContent}]`).join("\n") || "Nothing is left of the answer.";
    }

    function add(pair) {
      const original = pair.querySelector(".claim").textContent.trim();
      const supported = pair.dataset.state === "supported";
      const row = { area: made("textarea", "", { value: original, rows: 2 }), state: made("p"), struck: false };
      const strike = made("button", "strike", { type: "button" });
      row.area.setAttribute("aria-label", `Sentence: ${original}`);
      const update = () => {
        const [kind, words] = row.struck ? ["", "– struck"] : told(row.area.value, original, supported, passages, denials);
        row.state.className = kind;
        row.state.textContent = words;
        row.area.disabled = row.struck;
        strike.textContent = row.struck ? "take back" : "strike";
        refresh();
      };
      row.area.addEventListener("input", update);
      strike.addEventListener("click", () => { row.struck = !row.struck; update(); });
      row.state.setAttribute("role", "status");
      const item = made("li");
      item.append(row.area, strike, row.state);
      list.append(item);
      rows.push(row);
      update();
    }

    fold.append(made("summary", "Edit this answer"),
      made("p", "Strike or rewrite its sentences. Only words are compared with the passages beside them, and no meaning: a sentence whose words all stand in a passage may still say something else. Nothing is stored or sent; copy what you keep."));
    pairs.filter((pair) => pair.dataset.state !== "omitted").forEach(add);
    const rest = made("p");
    pairs.filter((pair) => pair.dataset.state === "omitted").forEach((pair) => {
      const take = made("button", `take in: ${pair.querySelector(".claim").textContent.trim()}`, { type: "button" });
      take.addEventListener("click", () => { take.remove(); pair.dataset.state = "supported"; add(pair); });
      rest.append(take);
    });
    fold.append(list, rest, made("h4", "The edited answer"), result);
    article.append(fold);
  }

  page.querySelectorAll("#answers .answer").forEach(editor);
})();
