// Opens the page of a review in headless Chromium and uses it as a reader would.
//
//     node check.mjs PAGE.html [CHROMIUM]
//
// Each failure is a line; the status is 1 if there is any. CHROMIUM is the program to start;
// without it, `chromium` of the system.

import {existsSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import puppeteer from 'puppeteer-core'
import {contrastFailures} from './contrast.mjs'
import {stoneCounts} from './replay.mjs'

const [file, program] = process.argv.slice(2)
if (!file) {
  console.error('usage: node check.mjs PAGE.html [CHROMIUM]')
  process.exit(2)
}
const chromium = program ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const address = pathToFileURL(resolve(file)).href
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DESKTOP = {width: 1440, height: 900}
const PHONE = {width: 360, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2}

let checks = 0
const failures = []

function check(holds, words) {
  checks += 1
  if (!holds) failures.push(words)
}

function equal(found, expected, words) {
  check(JSON.stringify(found) === JSON.stringify(expected), `${words}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
}

const browser = await puppeteer.launch({executablePath: chromium, args: ['--no-sandbox', '--disable-gpu']})

/** A fresh page of its own profile, with everything it says or asks for held against it. */
async function open({viewport = DESKTOP, scheme = 'light', motion = 'reduce', hash = ''} = {}) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.on('console', (message) => check(false, `console: ${message.text()}`))
  page.on('pageerror', (error) => check(false, `error: ${error.message}`))
  page.on('dialog', (dialog) => { check(false, `dialog: ${dialog.message()}`); dialog.dismiss() })
  page.on('request', (request) => check(/^(file|data):/.test(request.url()), `request: ${request.url()}`))
  await page.setViewport(viewport)
  await page.emulateMediaFeatures([
    {name: 'prefers-color-scheme', value: scheme},
    {name: 'prefers-reduced-motion', value: motion},
  ])
  await page.goto(address + hash)
  return page
}

const counter = (page) => page.$eval('#counter', (node) => node.textContent.split(' / ').map(Number))
const current = async (page) => (await counter(page))[0]
const stones = (page) => page.$eval('#board', (board) => ({
  black: board.querySelectorAll('.stone.black').length, white: board.querySelectorAll('.stone.white').length,
}))
const go = (page, k) => page.evaluate((to) => { window.location.hash = `#${to}` }, k)
  .then(() => page.waitForFunction((to) => document.getElementById('counter').textContent.startsWith(`${to} /`), {timeout: 3000}, k))
const ghosts = (page) => page.$$eval('#board .number', (nodes) => nodes.map((node) => node.textContent))
const live = (page) => page.$eval('#now', (node) => node.textContent)

async function checkStones(data) {
  const page = await open()
  const counts = stoneCounts(data)
  const end = data.moves.length
  equal((await counter(page))[1], end, 'moves of the record')
  const steps = new Set([0, 1, 2, 3, end, ...[0.1, 0.25, 0.37, 0.5, 0.63, 0.75, 0.9].map((part) => Math.floor(part * end))])
  for (const k of [...steps].filter((step) => step <= end)) {
    await go(page, k)
    equal(await stones(page), counts[k], `stones after move ${k}`)
  }
  await page.close()
}

async function checkKeys(data) {
  const page = await open({hash: '#0'})
  const end = data.moves.length
  const mistakes = data.moves.flatMap((move, index) => (move[3] >= 3 ? [index] : []))
  const press = async (key, expected) => {
    await page.keyboard.press(key)
    equal(await current(page), Math.max(0, Math.min(end, expected)), `position after ${key}`)
  }
  await press('ArrowRight', 1)
  await press('ArrowRight', 2)
  await press('ArrowLeft', Math.min(end, 2) - 1)
  await press('End', end)
  if (end > 0) check((await live(page)).includes(`${end} `), 'the live region names the last move')
  await press('ArrowRight', end)
  await press('ArrowUp', mistakes.filter((at) => at < end).at(-1) ?? end)
  await press('Home', 0)
  await press('ArrowDown', mistakes.find((at) => at > 0) ?? 0)
  for (const key of ['o', 'n']) {
    const id = {o: '#ownership', n: '#numbers'}[key]
    await page.keyboard.press(key)
    equal(await page.$eval(id, (node) => node.ariaPressed), 'true', `${id} after ${key}`)
  }
  const k = data.positions.findLastIndex((position) => position?.[3])
  if (k >= 0) {
    await go(page, k)
    check(await page.$('#board .owned'), 'ownership is drawn')
  }
  await page.keyboard.press('?')
  check(await page.$eval('#help', (node) => node.open), 'help opens')
  await page.keyboard.press('Escape')
  check(await page.$eval('#help', (node) => !node.open), 'help closes')
  await page.close()
}

async function checkLines(data) {
  const k = data.positions.findIndex((position) => (position?.[4]?.[0].length ?? 0) >= 4)
  if (k < 0) return
  const expected = data.positions[k][4][0].match(/../g)
  const page = await open({hash: `#${k}`})
  const last = async () => Math.max(0, ...(await ghosts(page)).map(Number))
  const length = expected.findLastIndex((pair) => pair !== 'zz') + 1
  await page.hover('#candidates button')
  const hovered = await ghosts(page)
  check(hovered.length > 0 && Number(hovered.at(-1)) <= length, `ghost stones when a candidate is pointed at: ${hovered}`)
  await page.mouse.move(2, 2)
  equal(await ghosts(page), [], 'ghost stones after the mouse has left')
  await page.focus('#candidates button')
  check((await ghosts(page)).length > 0, 'ghost stones when a candidate has the focus')
  await page.evaluate(() => document.activeElement.blur())
  if (await page.$('#board .hit')) {
    await page.hover('#board .hit')
    check((await ghosts(page)).length > 0, 'ghost stones when a point of the board is pointed at')
    await page.mouse.move(2, 2)
  }
  await page.keyboard.press('1')
  check((await last()) >= 1, 'key 1 shows the first line')
  equal(await page.$eval('#line-counter', (node) => node.textContent), `${expected.length}/${expected.length}`, 'the whole line at once where motion is reduced')
  for (let step = expected.length; step > 1; step -= 1) await page.keyboard.press(',')
  equal(await page.$eval('#line-counter', (node) => node.textContent), `1/${expected.length}`, 'the line stepped back')
  if (expected[0] !== 'zz') equal(await ghosts(page), ['1'], 'one ghost stone')
  await page.click('#line-on')
  equal(await page.$eval('#line-counter', (node) => node.textContent), `2/${expected.length}`, 'the line stepped on')
  await page.keyboard.press('Escape')
  equal(await ghosts(page), [], 'ghost stones after Escape')
  await page.keyboard.press('Space')
  check((await page.$eval('#line-counter', (node) => node.textContent)) !== '', 'Space plays the better line')
  await page.keyboard.press('Space')
  await page.click('#ownership')
  await page.keyboard.press('Space')
  check((await page.$eval('#line-counter', (node) => node.textContent)) !== '', 'Space plays the better line after a click on a button')
  equal(await page.$eval('#ownership', (node) => node.ariaPressed), 'true', 'the clicked button after Space')
  await page.close()

  const moving = await open({hash: `#${k}`, motion: 'no-preference'})
  await moving.keyboard.press('1')
  equal(await moving.$eval('#line-counter', (node) => node.textContent), `1/${expected.length}`, 'the line begins with one stone')
  await moving.waitForFunction(() => /^2\//.test(document.getElementById('line-counter').textContent), {timeout: 3000})
  await moving.close()
}

/** A move far down the list is shown with its rank, and the key of that rank plays its line. */
async function checkRanks(data) {
  const last = (position) => position?.slice(4).at(-1) ?? []
  const k = data.positions.findIndex((position) => last(position)[4] <= 9)
  if (k < 0) return
  const page = await open({hash: `#${k}`})
  const [line, , , , rank] = last(data.positions[k])
  await page.keyboard.press(String(rank))
  equal(await page.$eval('#line-counter', (node) => node.textContent), `${line.length / 2}/${line.length / 2}`, `the line of the move of rank ${rank}`)
  equal(await page.$eval('#candidates [aria-pressed="true"]', (node) => node.dataset.index), String(data.positions[k].length - 5), 'the entry that is played out')
  await page.close()
}

async function checkLists(data) {
  const page = await open()
  const buttons = await page.$$('#costliest button')
  equal(buttons.length, data.costliest.length, 'entries of the costliest moves')
  for (const index of [0, 1, buttons.length - 1].filter((at) => at >= 0 && at < buttons.length)) {
    await buttons[index].click()
    equal(await current(page), data.costliest[index] - 1, `position after a click on costly move ${index + 1}`)
    equal(await page.$eval('#costliest [aria-current]', (node) => Number(node.dataset.number)), data.costliest[index], 'the entry is marked')
    const better = data.moves[data.costliest[index] - 1][4]
    if (better && better !== 'zz') check((await ghosts(page)).length > 0, 'the better line is shown')
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  const chart = await (await page.$('#chart')).boundingBox()
  await page.mouse.click(chart.x + 40 + (chart.width - 50) / 2, chart.y + chart.height - 30)
  check(Math.abs((await current(page)) - data.moves.length / 2) <= 1, `a click in the middle of the chart: ${await current(page)}`)
  await page.mouse.move(chart.x + 60, chart.y + 150)
  await page.mouse.down()
  await page.mouse.move(chart.x + chart.width - 2, chart.y + 150, {steps: 4})
  await page.mouse.up()
  equal(await current(page), data.moves.length, 'the chart dragged to its right end')
  equal(await page.$eval('#chart', (node) => Number(node.ariaValueNow)), data.moves.length, 'value of the slider')
  await page.close()
}

async function checkFocus(data) {
  const k = Math.max(0, data.positions.findIndex((position) => (position?.length ?? 0) > 4))
  const page = await open({hash: `#${k}`})
  const expected = ['theme', 'help-button', 'first', 'previous', 'next', 'last', 'previous-mistake', 'next-mistake',
    'better', 'ownership', 'numbers', 'chart', ...(data.positions[k]?.length > 4 ? ['candidates'] : []),
    ...(data.costliest.length ? ['costliest'] : [])]
  const found = []
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => {
      const node = document.activeElement
      if (node === document.body) return null
      const style = getComputedStyle(node)
      return {id: node.id || node.closest('[id]').id, visible: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2}
    })
    if (!focus) break
    check(focus.visible, `no visible focus on ${focus.id}`)
    if (found.at(-1) !== focus.id) found.push(focus.id)
  }
  equal(found, expected, 'order of the focus')
  await page.close()
}

async function checkThemes() {
  const page = await open({scheme: 'dark'})
  const ground = () => page.$eval('body', (node) => getComputedStyle(node).backgroundColor)
  const dark = await ground()
  await page.keyboard.press('d')
  const light = await ground()
  check(dark !== light, 'key d changes the colors')
  await new Promise((done) => { setTimeout(done, 400) }) // Chromium writes what it remembers with a delay.
  await page.reload()
  equal(await ground(), light, 'the choice of colors is remembered')
  await page.click('#theme')
  equal(await ground(), dark, 'the button changes them back')
  await page.emulateMediaType('print')
  check(await page.$eval('.controls', (node) => getComputedStyle(node).display === 'none'), 'no controls in print')
  equal(await ground(), 'rgb(255, 255, 255)', 'ground in print')
  await page.close()

  const forgetful = await open({hash: '#0'})
  await forgetful.evaluateOnNewDocument(() => {
    Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError') }})
  })
  await forgetful.reload()
  await forgetful.keyboard.press('d')
  equal(await forgetful.$eval('body', (node) => getComputedStyle(node).backgroundColor), dark, 'dark colors without a memory')
  await forgetful.close()
}

async function checkSeen(data) {
  const shownAt = Math.max(0, (data.costliest[0] ?? 1) - 1)
  for (const scheme of ['light', 'dark']) {
    for (const viewport of [DESKTOP, PHONE]) {
      const where = `${scheme} at ${viewport.width}`
      const page = await open({viewport, scheme, hash: `#${shownAt}`})
      for (const state of ['plain', 'numbers and ownership', 'line', 'help']) {
        if (state === 'numbers and ownership') await page.evaluate(() => ['numbers', 'ownership'].forEach((id) => document.getElementById(id).click()))
        if (state === 'line') await page.evaluate(() => document.getElementById('better').click())
        if (state === 'help') await page.evaluate(() => document.getElementById('help-button').click())
        const contrast = await page.evaluate(contrastFailures)
        check(contrast.measured > 8, `${where}: only ${contrast.measured} things measured`)
        for (const failure of contrast.failures.slice(0, 12)) check(false, `contrast, ${where}, ${state}: ${failure}`)
        await page.evaluate(axe)
        const found = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}))
        for (const {id, impact, nodes} of found.violations) {
          if (['serious', 'critical'].includes(impact)) check(false, `axe, ${where}, ${state}: ${id}: ${nodes[0].html.slice(0, 120)}`)
          else console.log(`note: axe, ${where}, ${state}: ${id} (${impact}): ${nodes[0].html.slice(0, 120)}`)
        }
        checks += 2
      }
      await page.close()
    }
  }
}

async function checkPhone(data) {
  for (const width of [320, 360, 390]) {
    const page = await open({viewport: {...PHONE, width}})
    equal(await page.evaluate(() => document.documentElement.scrollWidth), width, `width of the page on ${width} pixels`)
    const small = await page.$$eval('button', (nodes) => nodes.filter((node) => {
      const box = node.getBoundingClientRect()
      return box.width > 0 && (box.height < 28 || box.width < 28)
    }).map((node) => node.id || node.textContent))
    equal(small, [], 'targets too small for a finger')
    await page.close()
  }
  const page = await open({viewport: PHONE, hash: '#0'})
  const board = await (await page.$('#board')).boundingBox()
  const swipe = async (from, to) => {
    const y = board.y + board.height / 2
    await page.touchscreen.touchStart(board.x + from * board.width, y)
    await page.touchscreen.touchMove(board.x + to * board.width, y)
    await page.touchscreen.touchEnd()
  }
  if (board.width < 150 || !data.moves.length) return page.close()
  await swipe(0.8, 0.2)
  equal(await current(page), 1, 'a swipe to the left goes on')
  await swipe(0.2, 0.8)
  equal(await current(page), 0, 'a swipe to the right goes back')
  await page.close()
}

async function checkOutside(data) {
  const page = await open()
  const outside = await page.$$eval('[src], [href]', (nodes) => nodes.map((node) => node.getAttribute('src') ?? node.getAttribute('href')))
  equal(outside.filter((path) => !path.startsWith('data:')), [], 'outside references')
  equal(await page.$$eval('script', (nodes) => nodes.length), 2, 'scripts of the page')
  equal(await page.$$eval('img, iframe, object', (nodes) => nodes.length), 0, 'foreign elements')
  const notice = await page.$eval('#notice', (node) => (node.hidden ? '' : node.textContent))
  equal(notice.includes(' begins after move '), data.game.left_out > 0, 'a notice about moves that are left out')
  equal(notice.includes(' ends early: '), data.unread !== undefined, 'a notice about an end that cannot be read')
  check((await page.$eval('h1', (node) => node.textContent)).includes(data.game.black.trim()), 'the name of Black stands as it was written')
  const image = await page.$eval('#board', (node) => ({role: node.getAttribute('role'), label: node.getAttribute('aria-label')}))
  check(image.role === 'img' && /to play/.test(image.label), `description of the board: ${image.label}`)
  await page.close()
}

try {
  const source = readFileSync(file, 'utf8')
  const data = JSON.parse(/<script type="application\/json" id="review">([^]*?)<\/script>/.exec(source)[1])
  for (const step of [checkOutside, checkStones, checkKeys, checkLines, checkRanks, checkLists, checkFocus, checkThemes, checkPhone, checkSeen]) {
    await step(data).catch((error) => check(false, `${step.name}: ${error.message}`))
  }
} finally {
  await browser.close()
}
for (const failure of failures) console.log(`FAIL ${failure}`)
console.log(`${file}: ${checks} checks, ${failures.length} failed`)
process.exitCode = failures.length ? 1 : 0
