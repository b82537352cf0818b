"use strict";

/* The lines that `argcheck verdicts pass --from` takes in: one for each citation that was answered. */
function lines(answers, by, day) {
  const judge = { name: "reader", by: by.trim().replace(/\s+/g, " ") };
  return answers
    .map((answer) => JSON.stringify({ ...answer.line, says: answer.says, checked: day, judge }) + "\n")
    .join("");
}

/* What was chosen on the page: the line of each citation with the word for it. */
function chosen(page) {
  return Array.from(page.querySelectorAll("[data-line]"))
    .map((card) => ({ card, choice: card.querySelector("input:checked") }))
    .filter(({ choice }) => choice && choice.value)
    .map(({ card, choice }) => ({ line: JSON.parse(card.dataset.line), says: choice.value }));
}

function start(page) {
  const [by, save, count, made, open] = ["by", "save", "count", "made", "open"].map((id) => page.getElementById(id));
  let saved = true;

  function show() {
    const answers = chosen(page);
    count.textContent = `${answers.length} of ${page.querySelectorAll("[data-line]").length} answered`;
    save.disabled = !answers.length || !by.value.trim();
    made.value = save.disabled ? "" : lines(answers, by.value, new Date().toISOString().slice(0, 10));
  }
  page.addEventListener("input", () => {
    saved = false;
    page.body.classList.toggle("open", open.checked);
    show();
  });
  save.addEventListener("click", () => {
    const link = page.createElement("a");
    link.href = URL.createObjectURL(new Blob([made.value], { type: "application/x-ndjson" }));
    link.download = "look-ups.jsonl";
    link.click();
    saved = true;
  });
  addEventListener("beforeunload", (event) => {
    if (!saved && made.value) event.preventDefault();
  });
  show();
}

if (typeof document !== "undefined") start(document);
