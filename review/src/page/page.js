// The state of the page and what changes it: the position shown, the line that is played out on
// the board, and what else is drawn there.

const LINE_STEP_MS = 550;

const page = {
  review: null,
  boards: [],
  // The position shown is the one before moves[current]; `end` is the last position.
  current: 0,
  end: 0,
  // The line on the board: its moves, how many are played out, its candidate, whether it is pinned.
  line: null,
  timer: 0,
  shown: { ownership: false, numbers: false },
  board: null,
  chart: null,
};

function openPage(review) {
  Object.assign(page, { review, boards: replay(review), end: review.moves.length });
  for (const toggle of Object.keys(page.shown)) byId(toggle).setAttribute("aria-pressed", "false");
  drawHeading(review);
  drawColophon(review);
  drawSummary(review);
  drawCostliest(review, chooseCostly);
  page.board = makeBoard(byId("board-place"), review.size, actOnCandidate);
  page.chart = makeChart(byId("chart"), review, goTo, (k) => drawReadout(k === null ? page.current : k));
}

function positionShown() {
  return page.review.positions[page.current];
}

function candidatesShown() {
  return positionShown() ? positionShown().candidates : [];
}

function reducedMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function drawReadout(k) {
  const position = page.review.positions[k];
  const rate = position ? position.win_rate : null;
  const words = [`Move ${k}`, leadWords(position ? position.lead : null)];
  if (isNumber(rate)) words.push(rate >= 0.5 ? `Black’s win rate ${percent(rate)}` : `White’s win rate ${percent(1 - rate)}`);
  byId("readout").textContent = words.join(" · ");
  return words.join(", ");
}

// The board of the line as far as it is played out, with the numbers of its stones.
function boardOfLine() {
  const { review, boards, current, line } = page;
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
  const position = positionShown();
  if (!position) return [];
  const color = toPlay(page.review, page.current);
  return position.candidates.map((candidate) => {
    const loss = candidateLoss(position, candidate, color);
    return { point: candidate.line[0], order: candidate.order, loss: isNumber(loss) ? signedLoss(loss).replace("0.0", "0") : "" };
  });
}

function drawBoard() {
  const { review, boards, current, line, shown } = page;
  const position = positionShown();
  const described = describeBoard(review, boards[current], current);
  const view = {
    label: described.label,
    ownership: shown.ownership && position && position.ownership.length ? position.ownership : null,
    last: current > 0 ? review.moves[current - 1].point : PASS,
  };
  if (line) {
    const { after, ghosts } = boardOfLine();
    const played = namesOfLine(line.moves.slice(0, line.step), review.size);
    page.board.show({ ...view, label: `${described.label}; a line is shown: ${played}`, board: after, ghosts, next: PASS });
  } else {
    const next = review.moves[current];
    page.board.show({
      ...view, board: boards[current], numbers: shown.numbers, candidates: candidateMarks(), next: next ? next.point : PASS,
    });
  }
  byId("stones").textContent = described.text;
  drawLineControls();
}

function drawLineControls() {
  const active = Boolean(page.line && page.line.pinned);
  byId("stepper").classList.toggle("idle", !active);
  for (const id of ["line-back", "line-on", "line-close"]) byId(id).disabled = !active;
  byId("line-counter").textContent = page.line ? `${page.line.step}/${page.line.moves.length}` : "";
  byId("better").setAttribute("aria-pressed", String(Boolean(active && page.line.better)));
  for (const button of byId("candidates").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(active && page.line.candidate === Number(button.dataset.index)));
  }
}

function closeLine() {
  clearInterval(page.timer);
  page.line = null;
  drawBoard();
}

function showLine(moves, candidate, options) {
  clearInterval(page.timer);
  page.line = { moves, candidate, step: moves.length, pinned: false, ...options };
  if (page.line.pinned && !reducedMotion() && moves.length > 1) {
    page.line.step = 1;
    page.timer = setInterval(() => {
      if (page.line && page.line.step < page.line.moves.length) stepLine(1, true);
      else clearInterval(page.timer);
    }, LINE_STEP_MS);
  }
  drawBoard();
}

function stepLine(by, playing) {
  if (!page.line) return;
  if (!playing) clearInterval(page.timer);
  page.line.pinned = true;
  page.line.step = Math.max(0, Math.min(page.line.moves.length, page.line.step + by));
  drawBoard();
}

function actOnCandidate(event, index) {
  const candidate = candidatesShown()[index];
  if (!candidate) return;
  if (event === "click") {
    if (page.line && page.line.pinned && page.line.candidate === index) closeLine();
    else {
      showLine(candidate.line, index, { pinned: true });
      revealBoard();
    }
  } else if (page.line && page.line.pinned) return;
  else if (event === "enter") showLine(candidate.line, index);
  else if (page.line && page.line.candidate === index) closeLine();
}

// Plays out what was better than the next move, or the best line if it was the best.
function playBetter() {
  if (page.line && page.line.pinned) return closeLine();
  const candidates = candidatesShown();
  const next = page.review.moves[page.current];
  const better = next ? next.better : null;
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
  const current = Math.max(0, Math.min(page.end, k));
  clearInterval(page.timer);
  Object.assign(page, { current, line: null });
  redrawCandidates();
  page.board.listen(candidatesShown());
  drawBoard();
  drawNow(page.review, current);
  page.chart.show(current, drawReadout(current));
  byId("counter").textContent = `${current} / ${page.end}`;
  // Not "disabled": a button must not lose the focus while its user steps through the game.
  const off = (id, holds) => byId(id).setAttribute("aria-disabled", String(holds));
  for (const id of ["first", "previous"]) off(id, current === 0);
  for (const id of ["next", "last"]) off(id, current === page.end);
  off("previous-mistake", mistakeBefore() === 0);
  off("next-mistake", mistakeAfter() === 0);
  for (const button of byId("costliest").querySelectorAll("button")) {
    if (Number(button.dataset.number) === current + 1) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

// The list is made anew for each position. If the focus is in it, it stays at the same place, but
// the line there is not shown until the focus moves.
function redrawCandidates() {
  const list = byId("candidates");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.index : null;
  drawCandidates(page.review, page.current, actOnCandidate);
  if (focused === null) return;
  const buttons = list.querySelectorAll("button");
  const heir = buttons[Math.min(Number(focused), buttons.length - 1)];
  if (heir) heir.focus();
  page.line = null;
}

// The numbers of the mistakes before and after the position shown; 0 if there is none.
function mistakeBefore() {
  for (let number = page.current; number > 0; number -= 1) if (isMistake(page.review.moves[number - 1])) return number;
  return 0;
}

function mistakeAfter() {
  for (let number = page.current + 2; number <= page.end; number += 1) if (isMistake(page.review.moves[number - 1])) return number;
  return 0;
}

function goToMistake(number) {
  if (number) goTo(number - 1);
}

function toggleShown(name) {
  page.shown[name] = !page.shown[name];
  byId(name).setAttribute("aria-pressed", String(page.shown[name]));
  drawBoard();
}

function chooseCostly(number) {
  goTo(number - 1);
  playBetter();
  revealBoard();
}
