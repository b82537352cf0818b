"use strict";

/* Of a page that is served: looks once a second whether there is a newer one, and loads that; where the reader is stays in the address. */
(() => {
  const version = document.body.dataset.version;
  const look = async () => {
    try {
      const answer = await fetch("version", { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== version) return location.reload();
    } catch {
      document.title = `(ended) ${document.title.replace("(ended) ", "")}`;
    }
    setTimeout(look, document.hidden ? 5000 : 1000);
  };
  setTimeout(look, 1000);
})();
