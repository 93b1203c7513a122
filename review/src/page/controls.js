// The controls of the page: theme, buttons, keys and swipes; and the start of the page.

const SWIPE_PIXELS = 40;

// A browser may forbid localStorage on a page from disk; the choice then lasts until the page closes.
function remembered(key) {
  try { return window.localStorage.getItem(key); } catch (error) { return null; }
}

function remember(key, value) {
  try { window.localStorage.setItem(key, value); } catch (error) { /* Nothing depends on it. */ }
}

// Lets the reader choose between dark and light; until then, the system's choice applies.
function setUpTheme() {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const button = byId("theme");
  const current = () => root.dataset.theme || (system.matches ? "dark" : "light");
  const draw = () => {
    const dark = current() === "dark";
    name(button, dark ? "Light colours (D)" : "Dark colours (D)");
    button.replaceChildren(icon(dark
      ? "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5"
      : "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z"));
  };
  const saved = remembered("mengxi-theme");
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;
  system.addEventListener("change", draw);
  draw();
  return () => {
    root.dataset.theme = current() === "dark" ? "light" : "dark";
    remember("mengxi-theme", root.dataset.theme);
    draw();
  };
}

function icon(path) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}

// Names a button by its tooltip, without the key in parentheses.
function name(button, title) {
  button.title = title;
  button.setAttribute("aria-label", title.replace(/ \(.*\)$/, ""));
}

// Each thing that can be done: the id of its button, its key, and what it does.
function actions(toggleTheme) {
  return [
    ["first", "Home", () => goTo(0)],
    ["previous", "ArrowLeft", () => goTo(page.current - 1)],
    ["next", "ArrowRight", () => goTo(page.current + 1)],
    ["last", "End", () => goTo(page.end)],
    ["previous-mistake", "ArrowUp", () => goToMistake(mistakeBefore())],
    ["next-mistake", "ArrowDown", () => goToMistake(mistakeAfter())],
    ["better", " ", playBetter],
    ["ownership", "o", () => toggleShown("ownership")],
    ["numbers", "n", () => toggleShown("numbers")],
    ["line-back", ",", () => stepLine(-1)],
    ["line-on", ".", () => stepLine(1)],
    ["line-close", "Escape", closeLine],
    ["theme", "d", toggleTheme],
    ["help-button", "?", toggleHelp],
  ];
}

function setUpButtons(table) {
  for (const button of document.querySelectorAll("button[data-icon]")) {
    name(button, button.title);
    button.prepend(icon(button.dataset.icon));
  }
  for (const [id, , action] of table) byId(id).addEventListener("click", () => action());
}

function toggleHelp() {
  const help = byId("help");
  if (help.open) help.close();
  else if (help.showModal) help.showModal();
  else help.toggleAttribute("open");
}

function setUpKeys(table) {
  // After a click with the mouse a button keeps the focus, and Space would press it again. Only
  // a button that was reached with the keyboard keeps Space for itself.
  let clicked = null;
  document.addEventListener("pointerdown", (event) => { clicked = event.target.closest("button"); });
  document.addEventListener("focusin", (event) => { if (event.target !== clicked) clicked = null; });
  const keys = new Map(table.map(([, key, action]) => [key, action]));
  // Candidates that are not shown leave gaps between the ranks.
  const placeOf = (rank) => candidatesShown().findIndex((candidate) => candidate.order === rank);
  for (let digit = 1; digit <= 9; digit += 1) keys.set(String(digit), () => actOnCandidate("click", placeOf(digit)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (byId("help").open && key !== "?") return;
    const button = event.target.closest("button");
    if (key === " " && button) {
      if (button !== clicked) return;
      button.blur();
    }
    if (!keys.has(key)) return;
    event.preventDefault();
    keys.get(key)();
  });
}

function setUpSwipes() {
  const place = byId("board-place");
  let start = null;
  place.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  place.addEventListener("touchend", (event) => {
    if (!start) return;
    const across = event.changedTouches[0].clientX - start.clientX;
    const down = event.changedTouches[0].clientY - start.clientY;
    start = null;
    if (Math.abs(across) >= SWIPE_PIXELS && Math.abs(across) > 2 * Math.abs(down)) goTo(page.current + (across < 0 ? 1 : -1));
  }, { passive: true });
}

// "#57" in the address opens the position after move 57.
function moveOfAddress() {
  const match = /^#(\d+)$/.exec(window.location.hash);
  return match ? Number(match[1]) : null;
}

function start() {
  const table = actions(setUpTheme());
  drawKeys();
  setUpButtons(table);
  try {
    openPage(decodeReview(JSON.parse(byId("review").textContent)));
  } catch (error) {
    byId("notice").hidden = false;
    byId("notice").textContent = `This page cannot be shown: ${error.message}.`;
    return;
  }
  setUpKeys(table);
  setUpSwipes();
  window.addEventListener("hashchange", () => {
    if (moveOfAddress() !== null) goTo(moveOfAddress());
  });
  // Without a move in the address, the page opens where there is most to learn.
  const costliest = page.review.costliest[0];
  goTo(moveOfAddress() ?? (costliest ? costliest - 1 : page.end));
}

start();
