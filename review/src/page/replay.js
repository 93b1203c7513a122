// Replays the record. The engine has checked the moves already, so the page needs only to know
// which stones a move takes off the board, never whether it was legal.

const EMPTY = 0;
const BLACK = 1;
const WHITE = 2;

function neighbours(point, size) {
  const column = point % size.width;
  const found = [];
  if (column > 0) found.push(point - 1);
  if (column < size.width - 1) found.push(point + 1);
  if (point >= size.width) found.push(point - size.width);
  if (point + size.width < size.width * size.height) found.push(point + size.width);
  return found;
}

// The stones of the chain at `point` if it has no liberty; otherwise an empty list.
function chainWithoutLiberty(stones, point, size) {
  const color = stones[point];
  const chain = [point];
  const seen = new Set(chain);
  for (const stone of chain) {
    for (const next of neighbours(stone, size)) {
      if (stones[next] === EMPTY) return [];
      if (stones[next] === color && !seen.has(next)) {
        seen.add(next);
        chain.push(next);
      }
    }
  }
  return chain;
}

// The board after a move: a new one; the old one is left as it is. `numbers` holds for each point
// the number of the move that put its stone there, 0 for none.
function afterMove(board, color, point, number, size) {
  const next = {
    stones: board.stones.slice(),
    numbers: board.numbers.slice(),
    prisoners: board.prisoners.slice(),
    last: point,
  };
  if (point === PASS) return next;
  const take = (chain) => {
    for (const stone of chain) {
      next.prisoners[3 - next.stones[stone]] += 1;
      next.stones[stone] = EMPTY;
      next.numbers[stone] = 0;
    }
  };
  next.stones[point] = color;
  next.numbers[point] = number;
  for (const neighbour of neighbours(point, size)) {
    if (next.stones[neighbour] === 3 - color) take(chainWithoutLiberty(next.stones, neighbour, size));
  }
  // Under rules that allow suicide, the player's own chain may be left without a liberty.
  take(chainWithoutLiberty(next.stones, point, size));
  return next;
}

// The boards of the game: boards[k] is the one before moves[k].
function replay(review) {
  const { size } = review;
  const points = size.width * size.height;
  let board = {
    stones: new Uint8Array(points),
    numbers: new Uint16Array(points),
    prisoners: [0, 0, 0], // by the color that took them: prisoners[BLACK], prisoners[WHITE]
    last: PASS,
  };
  for (const point of review.setup.black) if (point !== PASS) board.stones[point] = BLACK;
  for (const point of review.setup.white) if (point !== PASS) board.stones[point] = WHITE;
  const boards = [board];
  for (const move of review.moves) {
    board = afterMove(board, colorOf(move.color), move.point, move.number, size);
    boards.push(board);
  }
  return boards;
}

function colorOf(name) {
  return name === "white" ? WHITE : BLACK;
}

function nameOfColor(color) {
  return color === WHITE ? "White" : "Black";
}

// The color to play at position `k`.
function toPlay(review, k) {
  if (k < review.moves.length) return colorOf(review.moves[k].color);
  if (k > 0) return 3 - colorOf(review.moves[k - 1].color);
  return colorOf(review.first);
}
