// Counts the stones of each position of a page's data, apart from the page's own script: chains
// are found by recursion over coordinates, on a board that is a map.

const next = ([x, y]) => [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]

/** The pairs of letters of a text of points as coordinates; null for a pass. */
function points(pairs) {
  return (pairs.match(/../g) ?? []).map((pair) => (pair === 'zz' ? null : [...pair].map((letter) => letter.charCodeAt(0) - 97)))
}

/** How many black and white stones there are before each move and at the end. */
export function stoneCounts(data) {
  const {width, height} = data.game
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < width && y < height
  const board = new Map()
  const at = (point) => board.get(String(point))
  for (const point of points(data.setup.black)) board.set(String(point), 'B')
  for (const point of points(data.setup.white)) board.set(String(point), 'W')

  const breathes = (point, color, seen) => {
    if (!inside(point) || seen.has(String(point))) return false
    if (at(point) === undefined) return true
    if (at(point) !== color) return false
    seen.add(String(point))
    return next(point).some((neighbour) => breathes(neighbour, color, seen))
  }
  const removeIfCaptured = (point, color) => {
    const seen = new Set()
    if (!inside(point) || at(point) !== color || breathes(point, color, seen)) return
    for (const stone of seen) board.delete(stone)
  }
  const count = () => {
    const colors = [...board.values()]
    return {black: colors.filter((color) => color === 'B').length, white: colors.filter((color) => color === 'W').length}
  }

  const counts = [count()]
  for (const [move] of data.moves) {
    const color = move[0]
    const [point] = points(move.slice(1))
    if (point) {
      board.set(String(point), color)
      for (const neighbour of next(point)) removeIfCaptured(neighbour, color === 'B' ? 'W' : 'B')
      removeIfCaptured(point, color)
    }
    counts.push(count())
  }
  return counts
}
