// The state of the page and everything that changes it: the position shown, the line that is
// played out, the toggles, keys, swipes and the theme.

const LINE_STEP_MS = 550;
const SWIPE_PIXELS = 40;

function reducedMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// localStorage may be forbidden on a page from disk; the choice then lasts as long as the page.
function remembered(key) {
  try { return window.localStorage.getItem(key); } catch (error) { return null; }
}

function remember(key, value) {
  try { window.localStorage.setItem(key, value); } catch (error) { /* Nothing depends on it. */ }
}

// Lets the reader choose between dark and light; until then the system's choice holds.
function setUpTheme() {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const button = byId("theme");
  const current = () => root.dataset.theme || (system.matches ? "dark" : "light");
  const draw = () => {
    const dark = current() === "dark";
    name(button, dark ? "Light colors (D)" : "Dark colors (D)");
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

// Names a button by its tooltip, less the key in parentheses.
function name(button, title) {
  button.title = title;
  button.setAttribute("aria-label", title.replace(/ \(.*\)$/, ""));
}

// Everything that the user can do, as functions on one state.
function makePage(review) {
  const boards = replay(review);
  const end = review.moves.length;
  const shown = { ownership: false, numbers: false };
  for (const toggle of Object.keys(shown)) byId(toggle).setAttribute("aria-pressed", "false");
  let current = 0;
  // The line on the board: its moves, how many are played out, which candidate, whether it stays.
  let line = null;
  let timer = 0;

  const board = makeBoard(byId("board-place"), review.size, actOnCandidate);
  const chart = makeChart(byId("chart"), review, goTo, (k) => drawReadout(k === null ? current : k));

  function drawReadout(k) {
    const position = review.positions[k];
    const rate = position ? position.win_rate : null;
    const words = [`Move ${k}`, leadWords(position ? position.lead : null)];
    if (isNumber(rate)) words.push(rate >= 0.5 ? `Black wins ${percent(rate)}` : `White wins ${percent(1 - rate)}`);
    byId("readout").textContent = words.join(" · ");
    return words.join(", ");
  }

  // The board of the line as far as it is played out, with the numbers of its stones.
  function boardOfLine() {
    let after = boards[current];
    let color = toPlay(review, current);
    const ghosts = new Map();
    line.moves.slice(0, line.step).forEach((point, index) => {
      after = afterMove(after, color, point, 0, review.size);
      if (point !== PASS) ghosts.set(point, String(index + 1));
      color = 3 - color;
    });
    return { after, ghosts };
  }

  function candidateMarks() {
    const position = review.positions[current];
    if (!position) return [];
    const color = toPlay(review, current);
    return position.candidates.map((candidate) => {
      const loss = candidateLoss(position, candidate, color);
      return { point: candidate.line[0], order: candidate.order, loss: isNumber(loss) ? signedLoss(loss).replace("0.0", "0") : "" };
    });
  }

  function drawBoard() {
    const position = review.positions[current];
    const owners = shown.ownership && position && position.ownership.length ? position.ownership : null;
    const described = describeBoard(review, boards[current], current);
    const last = current > 0 ? review.moves[current - 1].point : PASS;
    const view = { label: described.label, ownership: owners, numbers: shown.numbers && !line, last };
    if (line) {
      const { after, ghosts } = boardOfLine();
      board.show({ ...view, label: `${described.label}; a line is shown: ${namesOfLine(line.moves.slice(0, line.step), review.size)}`, board: after, ghosts, covered: true, played: PASS });
    } else {
      const next = review.moves[current];
      board.show({ ...view, board: boards[current], candidates: candidateMarks(), played: next ? next.point : PASS });
    }
    byId("stones").textContent = described.text;
    drawLineControls();
  }

  function drawLineControls() {
    const active = Boolean(line && line.pinned);
    byId("stepper").classList.toggle("idle", !active);
    for (const id of ["line-back", "line-on", "line-close"]) byId(id).disabled = !active;
    byId("line-counter").textContent = line ? `${line.step}/${line.moves.length}` : "";
    byId("better").setAttribute("aria-pressed", String(Boolean(active && line.better)));
    for (const button of byId("candidates").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(active && line.candidate === Number(button.dataset.index)));
    }
  }

  function closeLine() {
    clearInterval(timer);
    line = null;
    drawBoard();
  }

  function showLine(moves, candidate, options) {
    clearInterval(timer);
    line = { moves, candidate, step: moves.length, pinned: false, ...options };
    if (line.pinned && !reducedMotion() && moves.length > 1) {
      line.step = 1;
      timer = setInterval(() => {
        if (line && line.step < line.moves.length) stepLine(1, true);
        else clearInterval(timer);
      }, LINE_STEP_MS);
    }
    drawBoard();
  }

  function stepLine(by, playing) {
    if (!line) return;
    if (!playing) clearInterval(timer);
    line.pinned = true;
    line.step = Math.max(0, Math.min(line.moves.length, line.step + by));
    drawBoard();
  }

  function actOnCandidate(event, index) {
    const candidate = review.positions[current].candidates[index];
    if (!candidate) return;
    if (event === "click") {
      if (line && line.pinned && line.candidate === index) closeLine();
      else {
        showLine(candidate.line, index, { pinned: true });
        revealBoard();
      }
    } else if (line && line.pinned) return;
    else if (event === "enter") showLine(candidate.line, index);
    else if (line && line.candidate === index) closeLine();
  }

  // Plays out what was better than the next move, or the best line if it was the best.
  function playBetter() {
    if (line && line.pinned) return closeLine();
    const position = review.positions[current];
    const candidates = position ? position.candidates : [];
    const better = review.moves[current] ? review.moves[current].better : null;
    const index = isNumber(better) ? candidates.findIndex((candidate) => candidate.line[0] === better) : 0;
    if (candidates[index]) showLine(candidates[index].line, index, { pinned: true, better: true });
    else if (isNumber(better)) showLine([better], -1, { pinned: true, better: true });
  }

  // On a phone the lists lie below the board, so a choice there brings it back into view.
  function revealBoard() {
    const box = byId("board-place").getBoundingClientRect();
    if (box.top >= -20 && box.top < window.innerHeight / 2) return;
    byId("board-place").scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "start" });
  }

  function goTo(k) {
    current = Math.max(0, Math.min(end, k));
    clearInterval(timer);
    line = null;
    redrawCandidates();
    board.listen(review.positions[current] ? review.positions[current].candidates : []);
    drawBoard();
    drawNow(review, current);
    chart.show(current, drawReadout(current));
    byId("counter").textContent = `${current} / ${end}`;
    for (const [id, off] of [["first", current === 0], ["previous", current === 0], ["next", current === end], ["last", current === end]]) {
      // Not "disabled": a button must not lose the focus while its user steps through the game.
      byId(id).setAttribute("aria-disabled", String(off));
    }
    byId("previous-mistake").setAttribute("aria-disabled", String(mistakeBefore() === 0));
    byId("next-mistake").setAttribute("aria-disabled", String(mistakeAfter() === 0));
    for (const button of byId("costliest").querySelectorAll("button")) {
      if (Number(button.dataset.number) === current + 1) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  // The list is made anew for each position; a reader who stands in it keeps the place, but the
  // line there is not shown until the next move of the focus.
  function redrawCandidates() {
    const list = byId("candidates");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.index : null;
    drawCandidates(review, current, actOnCandidate);
    if (focused === null) return;
    const buttons = list.querySelectorAll("button");
    const heir = buttons[Math.min(Number(focused), buttons.length - 1)];
    if (heir) heir.focus();
    line = null;
  }

  // The numbers of the mistakes on both sides of the position shown; 0 if there is none.
  function mistakeBefore() {
    for (let number = current; number > 0; number -= 1) if (isMistake(review.moves[number - 1])) return number;
    return 0;
  }

  function mistakeAfter() {
    for (let number = current + 2; number <= end; number += 1) if (isMistake(review.moves[number - 1])) return number;
    return 0;
  }

  function goToMistake(number) {
    if (number) goTo(number - 1);
  }

  function toggleShown(name) {
    shown[name] = !shown[name];
    byId(name).setAttribute("aria-pressed", String(shown[name]));
    drawBoard();
  }

  function chooseCostly(number) {
    goTo(number - 1);
    playBetter();
    revealBoard();
  }

  return {
    goTo, closeLine, playBetter, chooseCostly,
    showCandidate(index) {
      const position = review.positions[current];
      if (position && position.candidates[index]) actOnCandidate("click", index);
    },
    stepLine: (by) => stepLine(by, false),
    step: (by) => goTo(current + by),
    first: () => goTo(0),
    last: () => goTo(end),
    previousMistake: () => goToMistake(mistakeBefore()),
    nextMistake: () => goToMistake(mistakeAfter()),
    ownership: () => toggleShown("ownership"),
    numbers: () => toggleShown("numbers"),
  };
}

function setUpButtons(page, toggleTheme) {
  for (const button of document.querySelectorAll("button[data-icon]")) {
    name(button, button.title);
    button.prepend(icon(button.dataset.icon));
  }
  const actions = {
    first: page.first, last: page.last, previous: () => page.step(-1), next: () => page.step(1),
    "previous-mistake": page.previousMistake, "next-mistake": page.nextMistake,
    better: page.playBetter, ownership: page.ownership, numbers: page.numbers,
    "line-back": () => page.stepLine(-1), "line-on": () => page.stepLine(1), "line-close": page.closeLine,
    theme: toggleTheme, "help-button": toggleHelp,
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => action());
}

function toggleHelp() {
  const help = byId("help");
  if (help.open) help.close();
  else if (help.showModal) help.showModal();
  else help.toggleAttribute("open");
}

function setUpKeys(page, toggleTheme) {
  // After a click with the mouse a button keeps the focus, and Space would press it again. Only
  // a button that was reached with the keyboard keeps Space for itself.
  let clicked = null;
  document.addEventListener("pointerdown", (event) => { clicked = event.target.closest("button"); });
  document.addEventListener("focusin", (event) => { if (event.target !== clicked) clicked = null; });
  const keys = {
    ArrowLeft: () => page.step(-1), ArrowRight: () => page.step(1), Home: page.first, End: page.last,
    ArrowUp: page.previousMistake, ArrowDown: page.nextMistake, " ": page.playBetter,
    ",": () => page.stepLine(-1), ".": () => page.stepLine(1), Escape: page.closeLine,
    o: page.ownership, n: page.numbers, d: toggleTheme, "?": toggleHelp,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (byId("help").open) {
      if (key === "?") toggleHelp();
      return;
    }
    const button = event.target.closest && event.target.closest("button");
    if (key === " " && button && button !== clicked) return;
    if (key === " " && button) button.blur();
    const action = keys[key] || (/^[1-9]$/.test(key) ? () => page.showCandidate(Number(key) - 1) : null);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function setUpSwipes(page) {
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
    if (Math.abs(across) >= SWIPE_PIXELS && Math.abs(across) > 2 * Math.abs(down)) page.step(across < 0 ? 1 : -1);
  }, { passive: true });
}

// "#57" in the address opens the position after move 57.
function moveOfAddress() {
  const match = /^#(\d+)$/.exec(window.location.hash);
  return match ? Number(match[1]) : null;
}

function start() {
  const toggleTheme = setUpTheme();
  let review;
  try {
    review = decodeReview(JSON.parse(byId("review").textContent));
  } catch (error) {
    byId("notice").hidden = false;
    byId("notice").textContent = `This page cannot be shown: ${error.message}.`;
    return;
  }
  drawHeading(review);
  drawColophon(review);
  drawSummary(review);
  drawKeys();
  let page = null;
  drawCostliest(review, (number) => page.chooseCostly(number));
  page = makePage(review);
  setUpButtons(page, toggleTheme);
  setUpKeys(page, toggleTheme);
  setUpSwipes(page);
  window.addEventListener("hashchange", () => {
    if (moveOfAddress() !== null) page.goTo(moveOfAddress());
  });
  const costliest = review.costliest[0];
  // The page opens where there is most to learn.
  page.goTo(moveOfAddress() !== null ? moveOfAddress() : costliest ? costliest - 1 : review.moves.length);
}

start();
