// Numbers and results in words, and the two functions that make elements. Text reaches the page
// only through textContent, so nothing in a record can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) {
    if (child === null || child === undefined) continue;
    node.append(typeof child === "object" ? child : String(child));
  }
  return node;
}

function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function byId(id) {
  return document.getElementById(id);
}

// Text for screen readers.
function unseen(text) {
  return html("span", { class: "unseen" }, text);
}

// Calls `act` when the mouse enters, leaves or clicks an element, or a finger taps it.
function watch(node, act, index) {
  for (const event of ["enter", "leave"]) {
    node.addEventListener("pointer" + event, ({ pointerType }) => { if (pointerType !== "touch") act(event, index); });
  }
  node.addEventListener("click", () => act("click", index));
}

// A small picture of a stone, for lists.
function stoneIcon(color) {
  return html("span", { class: "stone-icon " + (color === WHITE ? "white" : "black"), "aria-hidden": "true" });
}

function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

function counted(count, noun) {
  return count + " " + noun + (count === 1 ? "" : "s");
}

function points(value) {
  const text = value.toFixed(1);
  return text + (text === "1.0" ? " point" : " points");
}

// "Black leads by 1.5"; `lead` is Black's.
function leadWords(lead) {
  if (!isNumber(lead)) return "not analysed";
  if (Math.abs(lead) < 0.05) return "even";
  return (lead > 0 ? "Black" : "White") + " leads by " + Math.abs(lead).toFixed(1);
}

// "B+1.5"; `lead` is Black's.
function shortLead(lead) {
  if (!isNumber(lead)) return "–";
  if (Math.abs(lead) < 0.05) return "even";
  return (lead > 0 ? "B+" : "W+") + Math.abs(lead).toFixed(1);
}

function percent(share) {
  return isNumber(share) ? Math.round(share * 100) + "%" : "–";
}

// A loss in points as it stands in a list: "−1.5"; a gain has a plus sign.
function signedLoss(loss) {
  if (!isNumber(loss)) return "–";
  const text = Math.abs(loss).toFixed(1);
  if (text === "0.0") return text;
  return (loss > 0 ? "−" : "+") + text;
}

// What a candidate costs its player compared with the first one, in points.
function candidateLoss(position, candidate, color) {
  const best = position.candidates[0];
  if (!isNumber(best.lead) || !isNumber(candidate.lead)) return null;
  return (best.lead - candidate.lead) * (color === BLACK ? 1 : -1);
}

function isMistake(move) {
  return move.grade === "mistake" || move.grade === "blunder";
}

// "mistake, lost 3.2 points, 8% in win rate"
function judgementWords(move) {
  const words = [];
  if (move.grade) words.push(move.grade === "best" ? "best move" : move.grade);
  if (isNumber(move.loss) && move.loss >= 0.05) words.push("lost " + points(move.loss));
  if (move.win_rate_loss >= 0.01) words.push(percent(move.win_rate_loss) + " in win rate");
  return words.join(", ");
}

// The result of a record ("W+R") in words; anything unusual as it stands.
function resultWords(result) {
  if (!result || result === "?") return "";
  if (/^(0|draw|jigo)$/i.test(result)) return "Draw";
  if (/^void$/i.test(result)) return "No result";
  const match = /^([BW])\+(.*)$/i.exec(result);
  if (!match) return result;
  const winner = match[1].toUpperCase() === "B" ? "Black" : "White";
  const how = match[2];
  if (how === "") return winner + " won";
  if (/^r(esign)?$/i.test(how)) return winner + " won by resignation";
  if (/^t(ime)?$/i.test(how)) return winner + " won on time";
  if (/^f(orfeit)?$/i.test(how)) return winner + " won by forfeit";
  return isNumber(Number(how)) ? winner + " won by " + how : result;
}

function namesOfLine(line, size) {
  return line.map((point) => nameOfPoint(point, size)).join(" ");
}
