// The parts of the page that are text: heading, judgement of the moves at hand, best moves,
// costliest moves, the table of the players, colophon and help.

function playerName(review, color) {
  const name = review.game[color] || (color === "white" ? "White" : "Black");
  const rank = review.game[color + "_rank"];
  return rank ? `${name} (${rank})` : name;
}

function drawHeading(review) {
  const { game } = review;
  byId("players").append(
    html("span", { class: "player" }, stoneIcon(BLACK), unseen("Black: "), playerName(review, "black")),
    unseen(", "),
    html("span", { class: "player" }, stoneIcon(WHITE), unseen("White: "), playerName(review, "white")));
  const facts = [
    resultWords(game.result), game.event, game.date, `${game.width}×${game.height}`,
    isNumber(game.komi) ? `komi ${game.komi}` : "", game.rules ? `${game.rules} rules` : "",
    game.handicap > 0 ? `handicap ${game.handicap}` : "",
  ].filter(Boolean);
  byId("facts").append(...facts.map((fact) => html("span", {}, fact)));
}

function effortWords(effort) {
  if (!effort) return "";
  if (isNumber(effort.seconds)) return `, ${counted(effort.seconds, "second")} per position`;
  if (isNumber(effort.visits)) return `, ${counted(effort.visits, "visit")} per position`;
  return "";
}

function drawColophon(review) {
  byId("colophon").append(html("p", {}, `Reviewed by ${review.program || "Mengxi"}${effortWords(review.effort)}. ` +
    "Losses are estimates in points; win rates are Black’s unless a player is named."));
  const notices = [
    review.game.left_out ? `The review begins after move ${review.game.left_out}, where the record sets up stones, and counts the moves from there.` : "",
    review.unread ? `The review ends early: ${review.unread}.` : "",
  ].filter(Boolean);
  byId("notice").hidden = !notices.length;
  byId("notice").append(notices.join(" "));
}

// One line of the card: the player, the move, and how good it was.
function moveLine(review, move, lead) {
  const color = colorOf(move.color);
  return html("p", { class: "move-line" }, html("span", { class: "lead-in" }, lead),
    html("span", {}, stoneIcon(color), unseen(nameOfColor(color) + " "),
      html("strong", {}, `${move.number} ${nameOfPoint(move.point, review.size)}`), " ",
      html("span", { class: "grade " + move.grade }, judgementWords(move))));
}

// The comment on a move; if it has none, what would have been better.
function commentOf(review, move) {
  if (move.comment) return move.comment;
  if (move.better === null || move.better === undefined) return "";
  return `Better: ${nameOfPoint(move.better, review.size)}.`;
}

// The move just played and the one played next; announced whenever it changes.
function drawNow(review, k) {
  const last = review.moves[k - 1];
  const next = review.moves[k];
  const drawn = [];
  if (last) drawn.push(moveLine(review, last, "Played"), html("p", { class: "comment" }, commentOf(review, last)));
  else drawn.push(html("p", { class: "move-line" }, html("span", { class: "lead-in" }, "Start"), review.game.left_out ? "The record sets up stones here." : "No move has been played yet."));
  if (next) drawn.push(moveLine(review, next, "Next"), html("p", { class: "comment" }, commentOf(review, next)));
  else drawn.push(html("p", { class: "move-line" }, html("span", { class: "lead-in" }, "Next"), "The record ends here."));
  byId("now").replaceChildren(...drawn);
}

// The best moves of position `k`. `act(event, index)` is called for mouse, focus and clicks.
function drawCandidates(review, k, act) {
  const position = review.positions[k];
  const candidates = position ? position.candidates : [];
  const color = toPlay(review, k);
  const name = nameOfColor(color);
  const played = review.moves[k] ? review.moves[k].point : null;
  byId("columns").hidden = !candidates.length;
  byId("candidates-note").textContent = candidates.length ? `${name} to play` : "";
  if (!candidates.length) {
    byId("candidates").replaceChildren(html("li", { class: "nothing" }, position ? "None." : "This position was not analysed."));
    return;
  }
  byId("candidates").replaceChildren(...candidates.map((candidate, index) => {
    const point = nameOfPoint(candidate.line[0], review.size);
    const rate = isNumber(candidate.win_rate) ? (color === BLACK ? candidate.win_rate : 1 - candidate.win_rate) : null;
    const cell = (kind, label, text) => html("span", { class: kind },
      unseen(label), text, unseen(", "));
    const button = html("button", { type: "button", "aria-pressed": "false", "data-index": index },
      cell("order", "", candidate.order),
      cell("point", "", point),
      cell("value", "costs ", signedLoss(candidateLoss(position, candidate, color))),
      cell("value", "lead ", shortLead(candidate.lead)),
      cell("value", name + "’s win rate ", percent(rate)),
      cell("value visits", "visits ", isNumber(candidate.visits) ? candidate.visits : "–"),
      html("span", { class: "line" }, candidate.line.length > 1 ? "then " + namesOfLine(candidate.line.slice(1), review.size) : ""));
    if (candidate.line[0] === played) {
      button.querySelector(".point").append(html("span", { class: "ring", title: "Played" }, unseen("the move played, ")));
    }
    watch(button, act, index);
    button.addEventListener("focus", () => act("enter", index));
    button.addEventListener("blur", () => act("leave", index));
    return html("li", {}, button);
  }));
}

function drawCostliest(review, choose) {
  if (!review.costliest.length) {
    byId("costliest").append(html("li", { class: "nothing" }, "No move in this game lost anything worth mentioning."));
    return;
  }
  byId("costliest").append(...review.costliest.map((number) => {
    const move = review.moves[number - 1];
    const color = colorOf(move.color);
    const button = html("button", { type: "button", "data-number": number },
      stoneIcon(color),
      html("span", { class: "point" }, unseen(nameOfColor(color) + " "),
        `${number} ${nameOfPoint(move.point, review.size)}`),
      html("span", { class: "grade " + move.grade }, move.grade),
      html("span", { class: "value" }, unseen(", cost "), signedLoss(move.loss)),
      html("span", { class: "comment" }, commentOf(review, move)));
    button.addEventListener("click", () => choose(number));
    return html("li", {}, button);
  }));
}

function decimal(value, digits) {
  return isNumber(value) ? value.toFixed(digits) : "–";
}

// Accuracy, mean loss and moves of both players, over the game and by phase.
function drawSummary(review) {
  const colors = ["black", "white"];
  const cells = (part) => {
    const empty = !part || !part.moves;
    return [
      html("td", {}, empty ? "–" : decimal(part.accuracy, 0) + "%"),
      html("td", {}, empty ? "–" : decimal(part.mean_loss, 1)),
      html("td", { class: "count" }, part && isNumber(part.moves) ? part.moves : "–"),
    ];
  };
  const row = (name, pick) => html("tr", {}, html("th", { scope: "row" }, name),
    ...colors.flatMap((color) => cells(pick(review.players[color] || {}))));
  const phase = (key) => (player) => (player.phases || {})[key];
  const heads = () => [["Accuracy", ""], ["Mean loss", ""], ["Moves", "count"]]
    .map(([name, kind]) => html("th", { scope: "col", class: kind || null }, name));
  byId("summary").append(html("table", {},
    html("caption", { class: "unseen" }, "Accuracy in percent, mean loss in points and number of moves by player and phase"),
    html("thead", {},
      html("tr", {}, html("td"), ...colors.map((color) => html("th", { scope: "colgroup", colspan: 3 },
        stoneIcon(colorOf(color)), nameOfColor(colorOf(color))))),
      html("tr", {}, html("td"), ...heads(), ...heads())),
    html("tbody", {}, row("Opening", phase("opening")), row("Middle", phase("middle")), row("Endgame", phase("end")),
      row("Game", (player) => player))));
  const best = colors.filter((color) => isNumber((review.players[color] || {}).best) && review.players[color].moves)
    .map((color) => `${nameOfColor(colorOf(color))} found the best move in ${review.players[color].best} of ${counted(review.players[color].moves, "move")}`);
  if (best.length) byId("summary").append(html("p", { class: "note" }, best.join("; ") + "."));
}

function drawKeys() {
  const keys = [
    ["← →", "previous, next move"], ["Home End", "start, end of the game"],
    ["↑ ↓", "previous, next mistake"], ["Space", "play out the better line"],
    [", .", "one move back, forward in the line"], ["Esc", "close the line"],
    ["1 – 9", "play out the best move of that rank"], ["O", "ownership"], ["N", "numbers on the stones"],
    ["D", "dark or light colours"], ["?", "this help"],
  ];
  byId("keys").append(...keys.flatMap(([key, meaning]) => [
    html("dt", {}, ...key.split(" ").map((part) => (part === "–" ? "– " : html("kbd", {}, part)))), html("dd", {}, meaning)]));
}
