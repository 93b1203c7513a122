// The board as SVG: grid, stones, ownership, best moves, and the stones of a line that is being
// shown. One intersection is CELL units wide; the drawing scales with the page.

const CELL = 40;
const MARGIN = 42;
// Below this width of an intersection, in pixels, only the largest text is drawn.
const SMALL_CELL = 27;

function boardX(point, size) {
  return (point % size.width) * CELL;
}

function boardY(point, size) {
  return Math.floor(point / size.width) * CELL;
}

// The lines, counted from 0, on which a side of this length has star points.
function starLines(length) {
  if (length < 7) return [];
  const edge = length < 13 ? 2 : 3;
  const lines = [edge, length - 1 - edge];
  if (length % 2 === 1) lines.push((length - 1) / 2);
  return lines;
}

function starPoints(size) {
  const found = [];
  const sides = size.width >= 15 && size.height >= 15;
  for (const column of starLines(size.width)) {
    for (const row of starLines(size.height)) {
      const middle = [column * 2 === size.width - 1, row * 2 === size.height - 1];
      // Small boards have the corners and the centre, larger ones the sides as well.
      if (middle[0] === middle[1] || sides) found.push(row * size.width + column);
    }
  }
  return found;
}

function gradient(id, inner, outer) {
  return svg("radialGradient", { id, cx: "0.38", cy: "0.34", r: "0.75" },
    svg("stop", { offset: "0", "stop-color": inner }),
    svg("stop", { offset: "1", "stop-color": outer }));
}

// The parts of the board that never change: wood, lines, star points, coordinates.
function drawGrid(size) {
  const right = (size.width - 1) * CELL;
  const bottom = (size.height - 1) * CELL;
  const wood = svg("rect", {
    class: "wood", x: -MARGIN, y: -MARGIN, width: right + 2 * MARGIN, height: bottom + 2 * MARGIN, rx: 3,
  });
  let path = "";
  for (let column = 0; column < size.width; column += 1) path += `M${column * CELL} 0V${bottom}`;
  for (let row = 0; row < size.height; row += 1) path += `M0 ${row * CELL}H${right}`;
  const group = svg("g", {}, wood,
    svg("path", { class: "lines", d: path }),
    svg("path", { class: "lines edge", d: `M0 0H${right}V${bottom}H0Z` }));
  for (const point of starPoints(size)) {
    group.append(svg("circle", { class: "star", cx: boardX(point, size), cy: boardY(point, size), r: 3.6 }));
  }
  const label = (x, y, text) => group.append(svg("text", { class: "coordinate", x, y, dy: "0.35em" }, text));
  for (let column = 0; column < size.width; column += 1) {
    label(column * CELL, -30, COLUMNS[column]);
    label(column * CELL, bottom + 30, COLUMNS[column]);
  }
  for (let row = 0; row < size.height; row += 1) {
    label(-30, row * CELL, size.height - row);
    label(right + 30, row * CELL, size.height - row);
  }
  return group;
}

function drawStone(point, color, size, extra) {
  return svg("circle", {
    class: "stone " + (color === WHITE ? "white" : "black") + (extra ? " " + extra : ""),
    cx: boardX(point, size), cy: boardY(point, size), r: 18.8, "data-point": nameOfPoint(point, size),
  });
}

function drawText(point, text, size, kind, shift) {
  return svg("text", { class: kind, x: boardX(point, size), y: boardY(point, size) + (shift || 0), dy: "0.35em" }, text);
}

// A board in `container`. `show` redraws it from a view, which says what to show.
function makeBoard(container, size, onCandidate) {
  const width = (size.width - 1) * CELL + 2 * MARGIN;
  const height = (size.height - 1) * CELL + 2 * MARGIN;
  const layers = { stones: svg("g"), ownership: svg("g"), marks: svg("g"), hits: svg("g") };
  const root = svg("svg", {
    id: "board", role: "img", "aria-describedby": "stones", focusable: "false",
    viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
  }, svg("defs", {}, gradient("black-stone", "#555", "#0c0c0c"), gradient("white-stone", "#fff", "#d9d4c7")),
  drawGrid(size), layers.stones, layers.ownership, layers.marks, layers.hits);
  container.append(root);
  // The style sheet fits the board into the window by this ratio and this maximum width.
  document.documentElement.style.setProperty("--ratio", (width / height).toFixed(4));
  document.documentElement.style.setProperty("--widest", width * 1.6 + "px");
  const measure = () => {
    const pixels = root.getBoundingClientRect().width / width * CELL;
    root.classList.toggle("small", pixels > 0 && pixels < SMALL_CELL);
    // Coordinates of at least 9 pixels, as far as there is room between the edge and the stones.
    root.style.setProperty("--label", `${Math.min(19, Math.max(13.5, 9 * CELL / pixels))}px`);
  };
  if (window.ResizeObserver) new ResizeObserver(measure).observe(root);
  measure();
  return {
    show(view) {
      root.setAttribute("aria-label", view.label);
      layers.stones.replaceChildren(...stonesOf(view, size));
      layers.ownership.replaceChildren(...ownershipOf(view, size));
      layers.marks.replaceChildren(...marksOf(view, size));
    },
    // Makes the points of the candidates answer to the mouse and to taps.
    listen(candidates) {
      layers.hits.replaceChildren(...candidates.flatMap((candidate, index) => {
        const point = candidate.line[0];
        if (point === PASS) return [];
        const hit = svg("circle", { class: "hit", cx: boardX(point, size), cy: boardY(point, size), r: 20 });
        watch(hit, onCandidate, index);
        return [hit];
      }));
    },
  };
}

// The stones of the game, those of the line shown, and numbers or the mark of the last move.
function stonesOf(view, size) {
  const { board, ghosts } = view;
  const drawn = [];
  board.stones.forEach((color, point) => {
    if (color === EMPTY) return;
    const ghost = ghosts && ghosts.get(point);
    drawn.push(drawStone(point, color, size, ghost ? "ghost" : ""));
    const on = " on-" + (color === WHITE ? "white" : "black");
    if (ghost) drawn.push(drawText(point, ghost, size, "number" + on));
    else if (view.numbers && board.numbers[point]) {
      // A square on a dead stone takes the place of its number.
      if (ownedSide(view, point)) return;
      drawn.push(drawText(point, board.numbers[point], size,
        "number" + on + (point === view.last ? " last" : "") + (board.numbers[point] > 99 ? " long" : "")));
    } else if (point === view.last && !ghosts) {
      drawn.push(svg("circle", { class: "last-move" + on, cx: boardX(point, size), cy: boardY(point, size), r: 8.5 }));
    }
  });
  return drawn;
}

// The side of the square that shows the owner of a point, larger for a more certain owner; 0 for no
// square. A player's own stones need none, and the stones of a line keep their numbers.
function ownedSide(view, point) {
  if (!view.ownership || (view.ghosts && view.ghosts.has(point))) return 0;
  const value = view.ownership[point];
  const side = 17 * Math.sqrt(Math.abs(value) / 100);
  return side < 5 || view.board.stones[point] === (value > 0 ? BLACK : WHITE) ? 0 : side;
}

function ownershipOf(view, size) {
  return (view.ownership || []).flatMap((value, point) => {
    const owner = value > 0 ? BLACK : WHITE;
    const side = ownedSide(view, point);
    return side === 0 ? [] : [svg("rect", {
      class: "owned " + (owner === BLACK ? "black" : "white"),
      x: boardX(point, size) - side / 2, y: boardY(point, size) - side / 2, width: side, height: side,
    })];
  });
}

// The circles of the best moves with their order and loss, and the ring of the move played next.
function marksOf(view, size) {
  const drawn = [];
  (view.candidates || []).forEach(({ point, order, loss }) => {
    if (point === PASS) return;
    const first = order === 1 ? " first" : "";
    drawn.push(svg("circle", { class: "candidate" + first, cx: boardX(point, size), cy: boardY(point, size), r: 17.5 }),
      drawText(point, order, size, "order" + first, loss ? -5 : 0));
    if (loss) drawn.push(drawText(point, loss, size, "loss" + first, 8));
  });
  if (view.next !== PASS) {
    drawn.push(svg("circle", { class: "played", cx: boardX(view.next, size), cy: boardY(view.next, size), r: 17.5 }));
  }
  return drawn;
}

// The position in words: a short text for the board's name, and all of its stones.
function describeBoard(review, board, k) {
  const { size } = review;
  const stones = { [BLACK]: [], [WHITE]: [] };
  board.stones.forEach((color, point) => {
    if (color !== EMPTY) stones[color].push(nameOfPoint(point, size));
  });
  const last = review.moves[k - 1];
  const label = [
    `${size.width} by ${size.height} board after ${counted(k, "move")}`,
    last ? `last move ${nameOfColor(colorOf(last.color))} ${nameOfPoint(last.point, size)}` : null,
    `${nameOfColor(toPlay(review, k))} to play`,
    `${counted(stones[BLACK].length, "black stone")} and ${counted(stones[WHITE].length, "white stone")}`,
  ].filter(Boolean).join(", ");
  const list = (color) => nameOfColor(color) + ": " + (stones[color].join(" ") || "no stones") + ".";
  return { label, text: list(BLACK) + " " + list(WHITE) };
}
