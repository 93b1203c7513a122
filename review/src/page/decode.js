// Reads the data of the page, whose compact form ("mengxi-review-page 1") is described in
// page_data.rs. The scripts after this one see objects with the names of the long form, and
// points as numbers: row * width + column from the top left.

const PASS = -1;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const OWNERSHIP = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";
const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"];

// Points from pairs of letters, as in SGF: column, then row from the top; "zz" is a pass.
function pointsOfPairs(pairs, size) {
  const found = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const column = pairs.charCodeAt(at) - 97;
    const row = pairs.charCodeAt(at + 1) - 97;
    const onBoard = column >= 0 && column < size.width && row >= 0 && row < size.height;
    found.push(onBoard ? row * size.width + column : PASS);
  }
  return found;
}

function nameOfPoint(point, size) {
  if (point === PASS) return "pass";
  return COLUMNS[point % size.width] + (size.height - Math.floor(point / size.width));
}

// A number divided by `scale`; null if there is none.
function scaled(value, scale) {
  return typeof value === "number" ? value / scale : null;
}

// A position, or null for one that was not analysed.
function decodePosition(packed, size) {
  if (!packed) return null;
  const [winRate, lead, visits, ownership, ...candidates] = packed;
  return {
    win_rate: scaled(winRate, 1000),
    lead: scaled(lead, 10),
    visits,
    ownership: Array.from(ownership || "", (letter) => OWNERSHIP.indexOf(letter) * 4 - 100),
    candidates: candidates.map((candidate, index) => ({
      line: pointsOfPairs(candidate[0], size),
      visits: candidate[1],
      win_rate: scaled(candidate[2], 1000),
      lead: scaled(candidate[3], 10),
      order: candidate[4] || index + 1,
    })),
  };
}

function decodeMove(packed, index, size) {
  const [move, loss, winRateLoss, grade, better, comment] = packed;
  return {
    number: index + 1,
    color: move[0] === "W" ? "white" : "black",
    point: pointsOfPairs(move.slice(1), size)[0],
    loss: scaled(loss, 10),
    win_rate_loss: scaled(winRateLoss, 1000),
    grade: GRADES[grade] || "",
    better: better ? pointsOfPairs(better, size)[0] : null,
    comment: comment || "",
  };
}

function decodeReview(data) {
  if (data.format !== "mengxi-review-page 1") throw new Error(`unknown data format '${data.format}'`);
  const size = { width: data.game.width, height: data.game.height };
  const moves = data.moves.map((move, index) => decodeMove(move, index, size));
  return {
    ...data,
    size,
    moves,
    players: data.players || {},
    setup: { black: pointsOfPairs(data.setup.black, size), white: pointsOfPairs(data.setup.white, size) },
    positions: data.positions.map((position) => decodePosition(position, size)),
    costliest: data.costliest.filter((number) => moves[number - 1]),
  };
}
