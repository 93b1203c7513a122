// Contrast by WCAG 2 of what a page shows. These functions run inside the page.

/**
 * The texts with less than 4.5:1 and the graphics with less than 3:1, as sentences. The colors
 * behind a thing are taken from the boxes and shapes that lie under its middle.
 */
export function contrastFailures() {
  const parse = (text) => {
    const numbers = (text.match(/[\d.]+/g) ?? []).map(Number)
    if (!/^rgba?\(/.test(text)) return null
    return {rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1}
  }
  const over = (front, back) => front.rgb.map((value, index) => value * front.alpha + back[index] * (1 - front.alpha))
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  const opacity = (node) => {
    let product = 1
    for (let at = node; at instanceof Element; at = at.parentElement) product *= Number(getComputedStyle(at).opacity)
    return product
  }
  /** The colors that a shape or a box paints: one, or the two ends of a gradient. */
  const paints = (node) => {
    const style = getComputedStyle(node)
    const shape = node instanceof SVGGeometryElement
    if (node instanceof SVGTextElement || node instanceof SVGGElement) return []
    const value = shape ? style.fill : style.backgroundColor
    const gradient = /url\("#(.+)"\)/.exec(value)
    if (gradient) {
      return [...document.getElementById(gradient[1]).children].map((stop) => parse(getComputedStyle(stop).stopColor))
    }
    const color = parse(value)
    return color && color.alpha > 0 ? [{...color, alpha: color.alpha * opacity(node)}] : []
  }
  const behind = (node, x, y) => {
    const page = parse(getComputedStyle(document.documentElement).backgroundColor).rgb
    const stack = document.elementsFromPoint(x, y).filter((other) => other !== node && !node.contains(other))
    let colors = [page]
    for (const other of stack.reverse()) {
      if (getComputedStyle(other).visibility === 'hidden') continue
      const layers = paints(other)
      if (layers.length) colors = layers.flatMap((layer) => colors.map((color) => over(layer, color)))
    }
    return colors
  }
  const shown = (node) => {
    const box = node.getBoundingClientRect()
    const style = getComputedStyle(node)
    return box.width > 1 && box.height > 1 && style.visibility !== 'hidden' && !node.closest('.unseen, [aria-disabled="true"], :disabled')
  }
  // An open dialog is all that can be used; the page behind it is dimmed on purpose.
  const scope = document.querySelector('dialog[open]') ?? document.body
  const failures = new Set()
  let measured = 0
  const test = (node, color, needed, what) => {
    node.scrollIntoView({block: 'nearest'})
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = (node.firstChild ? [...range.getClientRects()].find((rect) => rect.width > 1) : null) ?? node.getBoundingClientRect()
    const backs = behind(node, box.x + box.width / 2, box.y + box.height / 2)
    const worst = Math.min(...backs.map((back) => ratio(over({...color, alpha: color.alpha * opacity(node)}, back), back)))
    measured += 1
    if (worst < needed) failures.add(`${what}: ${worst.toFixed(2)} instead of ${needed}`)
  }
  for (const node of scope.querySelectorAll('*')) {
    const text = [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data.trim()).join('')
    if (!text || node.closest('script, noscript, dialog:not([open])') || !shown(node)) continue
    const style = getComputedStyle(node)
    const color = parse(node instanceof SVGElement ? style.fill : style.color)
    test(node, color, 4.5, `text '${text.slice(0, 30)}' of ${node.tagName}.${node.getAttribute('class') ?? ''}`)
  }
  const strokes = 'button svg path, .curve, .zero, .dot, .cursor path, .candidate, #board .played, .lines, .stone.white, .owned.white'
  for (const node of scope.querySelectorAll(strokes)) {
    if (node.closest('dialog:not([open])') || node.closest('[aria-disabled="true"], :disabled')) continue
    const color = parse(getComputedStyle(node).stroke)
    // Shapes have a color of their own in the middle; what counts is the ground beside them.
    const ground = node.closest('#board') ? document.querySelector('.wood') : node.closest('button, .wooden') ?? document.body
    const grounds = paints(ground).length ? paints(ground) : [parse(getComputedStyle(document.body).backgroundColor)]
    const value = ratio(color.rgb, grounds[0].rgb)
    measured += 1
    if (value < 3) failures.add(`${node.tagName}.${node.getAttribute('class') ?? node.closest('[id]')?.id}: ${value.toFixed(2)} instead of 3`)
  }
  return {failures: [...failures], measured}
}
