// The curves of lead and win rate over the moves: two bands that share one axis of moves. The
// container is a slider, so it can be dragged and is announced as a control with a value.

const CHART = { left: 40, right: 10, top: 10, lead: 104, gap: 22, winRate: 56, axis: 20 };
const CHART_HEIGHT = CHART.top + CHART.lead + CHART.gap + CHART.winRate + CHART.axis;
// How near to the dot of a mistake, in pixels, a click counts as a click on it.
const DOT_REACH = 7;

// A round number that is not below `value`: 1, 2 or 5 times a power of ten.
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((number) => number >= value - 1e-9);
}

// The largest lead on the scale. A game that is lost by sixty points in its last moves would
// flatten everything before, so the largest twentieth of the leads may run along the edge.
function leadScale(leads) {
  const sizes = leads.filter(isNumber).map(Math.abs).sort((a, b) => a - b);
  if (!sizes.length) return 5;
  return Math.max(5, roundUp(sizes[Math.floor((sizes.length - 1) * 0.95)]));
}

// The stretches of a curve between its gaps, each with its points as text.
function stretches(values, x, y) {
  const found = [];
  let open = null;
  values.forEach((value, k) => {
    if (!isNumber(value)) open = null;
    else {
      if (!open) found.push(open = { from: x(k), points: [] });
      open.points.push(`${x(k).toFixed(1)} ${y(value).toFixed(1)}`);
      open.to = x(k);
    }
  });
  return found;
}

function curvePath(values, x, y) {
  return stretches(values, x, y).map((part) => "M" + part.points.join("L")).join("");
}

// The same, closed along the line of zero.
function areaPath(values, x, y) {
  return stretches(values, x, y)
    .map((part) => `M${part.from} ${y(0)}L${part.points.join("L")}L${part.to} ${y(0)}Z`).join("");
}

// Numbers of moves for the axis: about every 70 pixels, in round steps.
function axisSteps(moves, width) {
  if (moves === 0) return [0];
  const step = Math.max(1, roundUp(moves / Math.max(1, Math.floor(width / 70))));
  const steps = [];
  for (let k = 0; k <= moves; k += step) steps.push(k);
  return steps;
}

// Where things lie in a chart of `width` pixels.
function chartGeometry(width, moves, scale) {
  const inner = Math.max(10, width - CHART.left - CHART.right);
  const bottom = CHART.top + CHART.lead + CHART.gap + CHART.winRate;
  const clamp = (value, limit) => Math.max(-limit, Math.min(limit, value));
  return {
    width, inner, bottom,
    x: (k) => CHART.left + (moves ? k / moves : 0.5) * inner,
    lead: (value) => CHART.top + CHART.lead / 2 - clamp(value, scale) / scale * CHART.lead / 2,
    winRate: (value) => bottom - value * CHART.winRate,
    moveAt: (x) => Math.max(0, Math.min(moves, Math.round((x - CHART.left) / inner * moves))),
  };
}

// Grid, labels, curves and the dots of the mistakes.
function drawChart(review, geometry, scale) {
  const { x, lead, winRate, width, bottom } = geometry;
  const leads = review.positions.map((position) => position && position.lead);
  const rates = review.positions.map((position) => position && position.win_rate);
  const drawn = [];
  const rule = (y, kind) => drawn.push(svg("path", { class: kind, d: `M${CHART.left} ${y}H${width - CHART.right}` }));
  const label = (at, y, text, anchor) => drawn.push(svg("text", { class: "tick", x: at, y, dy: "0.35em", "text-anchor": anchor }, text));
  const gutter = CHART.left - 7;
  drawn.push(svg("path", { class: "area", d: areaPath(leads, x, lead) }));
  for (const value of [scale, 0, -scale]) rule(lead(value), value === 0 ? "zero" : "rule");
  label(gutter, lead(scale), "B+" + scale, "end");
  label(gutter, lead(0), "0", "end");
  label(gutter, lead(-scale), "W+" + scale, "end");
  for (const value of [1, 0.5, 0]) rule(winRate(value), value === 0.5 ? "zero" : "rule");
  for (const value of [1, 0.5, 0]) label(gutter, winRate(value), value * 100 + "%", "end");
  for (const k of axisSteps(review.moves.length, geometry.inner)) label(x(k), bottom + 14, k, "middle");
  drawn.push(svg("path", { class: "curve win-rate", d: curvePath(rates, x, winRate) }),
    svg("path", { class: "curve lead", d: curvePath(leads, x, lead) }));
  // A single value makes a curve of no length, which would not be seen.
  if (review.positions.length === 1 && isNumber(leads[0])) {
    drawn.push(svg("circle", { class: "lonely", cx: x(0), cy: lead(leads[0]), r: 3 }));
  }
  for (const move of review.moves) {
    const value = leads[move.number - 1];
    if (!isMistake(move) || !isNumber(value)) continue;
    drawn.push(svg("circle", {
      class: "dot " + move.color, cx: x(move.number - 1), cy: lead(value), r: move.grade === "blunder" ? 4.6 : 3.2,
    }));
  }
  return drawn;
}

// The number of the mistake whose dot lies at these pixels, or 0.
function mistakeAt(review, geometry, left, top) {
  let found = 0;
  let nearest = DOT_REACH;
  for (const move of review.moves) {
    const position = review.positions[move.number - 1];
    if (!isMistake(move) || !position || !isNumber(position.lead)) continue;
    const distance = Math.hypot(geometry.x(move.number - 1) - left, geometry.lead(position.lead) - top);
    if (distance <= nearest) [found, nearest] = [move.number, distance];
  }
  return found;
}

// Reports what the mouse or a finger does over the chart, with pixels from its corner: "press",
// "drag", "hover" or "leave".
function followPointer(container, root, report) {
  let dragging = false;
  const at = (event, kind) => {
    const box = root.getBoundingClientRect();
    report(kind, event.clientX - box.left, event.clientY - box.top);
  };
  container.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    dragging = true;
    container.setPointerCapture(event.pointerId);
    at(event, "press");
  });
  container.addEventListener("pointermove", (event) => {
    if (dragging) at(event, "drag");
    else if (event.pointerType === "mouse") at(event, "hover");
  });
  container.addEventListener("pointerleave", (event) => at(event, "leave"));
  for (const kind of ["pointerup", "pointercancel"]) container.addEventListener(kind, () => { dragging = false; });
}

// The chart in `container`. `goTo(k)` is called when the user clicks or drags; `peek(k)` when the
// mouse is over move k, and `peek(null)` when it has left.
function makeChart(container, review, goTo, peek) {
  const moves = review.moves.length;
  const scale = leadScale(review.positions.map((position) => position && position.lead));
  const curves = svg("g");
  const pointer = svg("path", { class: "pointer" });
  const cursor = svg("g", { class: "cursor" });
  const root = svg("svg", { "aria-hidden": "true", focusable: "false", height: CHART_HEIGHT }, curves, pointer, cursor);
  let geometry = null;
  let current = 0;
  container.append(root);

  const line = (k) => `M${geometry.x(k)} ${CHART.top - 6}V${geometry.bottom + 4}`;
  const drawCursor = () => {
    const position = review.positions[current];
    const dot = (y) => svg("circle", { cx: geometry.x(current), cy: y, r: 3.4 });
    cursor.replaceChildren(svg("path", { d: line(current) }),
      ...(position && isNumber(position.lead) ? [dot(geometry.lead(position.lead))] : []),
      ...(position && isNumber(position.win_rate) ? [dot(geometry.winRate(position.win_rate))] : []));
  };
  const layOut = () => {
    const width = container.clientWidth || 320;
    if (geometry && geometry.width === width) return;
    geometry = chartGeometry(width, moves, scale);
    root.setAttribute("width", width);
    root.setAttribute("viewBox", `0 0 ${width} ${CHART_HEIGHT}`);
    curves.replaceChildren(...drawChart(review, geometry, scale));
    drawCursor();
  };

  followPointer(container, root, (kind, left, top) => {
    const k = kind === "leave" ? null : geometry.moveAt(left);
    const mistake = kind === "press" ? mistakeAt(review, geometry, left, top) : 0;
    if (kind === "press" || kind === "drag") goTo(mistake ? mistake - 1 : k);
    else {
      pointer.setAttribute("d", k === null ? "" : line(k));
      peek(k);
    }
  });
  container.setAttribute("aria-valuemin", "0");
  container.setAttribute("aria-valuemax", String(moves));
  if (window.ResizeObserver) new ResizeObserver(layOut).observe(container);
  layOut();
  return {
    show(k, words) {
      current = k;
      container.setAttribute("aria-valuenow", String(k));
      container.setAttribute("aria-valuetext", words);
      drawCursor();
    },
  };
}
