// Mengxi as Sabaki drives it, through the package that Sabaki itself uses.
//
//     node session.js PROGRAM
//
// Each step does what the window does when its user attaches an engine, asks it for a move, lets it
// analyse, goes back in the game, and closes the window. The first thing that is not as Sabaki
// needs it ends the script with status 1.

'use strict'

const assert = require('node:assert/strict')
const {once} = require('node:events')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const PROGRAM = process.argv[2] ?? 'mengxi'
const OPTIONS = ['--threads', '1', '--playouts', '300', '--seed', '1', '--resign-threshold', '0']
/** Hundredths of a second between two reports; Sabaki's own setting is 50. */
const INTERVAL = '10'
const VERTEX = /^[A-HJ-Z]([1-9]|1\d|2[0-5])$/

const controller = new Controller(PROGRAM, OPTIONS)
const tracker = new ControllerStateTracker(controller)

/** The names of the commands sent since the last call of `namesSent`. */
let sent = []
controller.on('command-sent', ({command}) => sent.push(command.name))

function namesSent() {
  const names = sent
  sent = []
  return names
}

/** The answers to these commands, which are sent at once. */
async function answers(...commands) {
  const responses = commands.map(([name, ...args]) => controller.sendCommand({name, args}))
  return (await Promise.all(responses)).map(({content, error}) => {
    assert(!error, content)
    return content
  })
}

/** Ends a running command as Sabaki does, by sending another line, which ends any analysis. */
function abort() {
  return controller.busy ? controller.sendCommand({name: 'protocol_version'}) : null
}

/**
 * The moves of a line of analysis. Sabaki expects each segment to end with its variation, with only
 * pairs of a key and a value before it.
 */
function parseInfo(line, isShare) {
  const segments = line.split(/\binfo\b/).slice(1)
  assert.equal(`info${segments.join('info')}`, line, 'the line begins with its first segment')
  return segments.map((segment, order) => {
    const words = segment.trim().split(' ')
    const start = words.indexOf('pv')
    assert(start > 0 && start % 2 === 0, `pairs up to the variation: ${segment}`)
    const pairs = words.slice(0, start)
    const found = {}
    for (let at = 0; at < pairs.length; at += 2) found[pairs[at]] = pairs[at + 1]
    found.pv = words.slice(start + 1)
    assert(found.pv.length > 0, segment)
    for (const move of found.pv) assert(move === 'pass' || VERTEX.test(move), segment)
    assert.equal(found.move, found.pv[0])
    assert.equal(+found.order, order)
    assert.match(found.visits, /^\d+$/)
    if (isShare) {
      assert.match(found.winrate, /^[01]\.\d+$/)
      assert(+found.winrate <= 1 && Number.isFinite(+found.scoreLead), segment)
    } else {
      assert.match(found.winrate, /^\d+$/)
      assert(+found.winrate <= 10000, segment)
    }
    return found
  })
}

async function handshake() {
  controller.start()
  const [name, version, protocol, list] = await answers(
    ['name'], ['version'], ['protocol_version'], ['list_commands']
  )
  assert.equal(name, 'Mengxi')
  assert.match(version, /^\d+\.\d+\.\d+$/)
  assert.equal(protocol, '2')
  const commands = list.split('\n')
  const firstOf = (...names) => names.find(each => commands.includes(each))
  // The plain names come first in Sabaki, and are not listed.
  assert.equal(firstOf('analyze', 'kata-analyze', 'lz-analyze'), 'kata-analyze')
  assert.equal(
    firstOf('genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze'),
    'kata-genmove_analyze'
  )
  for (const each of ['undo', 'set_free_handicap', 'rectangular_boardsize']) {
    assert(commands.includes(each), each)
  }
}

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const handicap = {name: 'set_free_handicap', args: ['C3', 'G7']}
const game = [handicap, play('W', 'E5'), play('B', 'C6'), play('W', 'G3'), play('B', 'pass')]

/** A handicap game, sent without waiting for each answer. */
async function synchronise() {
  namesSent()
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: game})
  assert.deepEqual(namesSent(), [
    'komi', 'boardsize', 'clear_board', 'set_free_handicap', 'play', 'play', 'play', 'play'
  ])
  assert.deepEqual(await answers(['list_stones', 'B'], ['get_komi']), ['G7 C6 C3', '0.5'])
}

/** One move, and the reports while it is sought. */
async function findMove(name, isShare) {
  const lines = []
  const before = tracker.state.history.length
  const command = {name, args: ['W', INTERVAL]}
  const response = await tracker.queueCommand(command, ({line}) => lines.push(line))
  assert(!response.error)
  assert.equal(lines.shift(), '=')
  assert.equal(lines.pop(), '', 'an empty line ends the answer')
  const move = /^play (\S+)$/.exec(lines.pop())?.[1]
  assert(VERTEX.test(move) || move === 'pass', move)
  assert(lines.length > 0, 'there is at least the last report')
  for (const line of lines) parseInfo(line, isShare)
  await controller.sendCommand({name: 'name'})
  assert.equal(tracker.state.history.length, before + 1)
  assert.deepEqual(await answers(['last_move']), [`white ${move}`])
}

/** An analysis that ends as soon as the user does something else. */
async function analyse(name, isShare) {
  let reports = 0
  let ended = false
  const analysis = controller.sendCommand({name, args: ['B', INTERVAL]}, ({line, end}) => {
    assert(!ended, `after its end: ${line}`)
    ended = end
    if (line.startsWith('info ')) {
      assert(parseInfo(line, isShare).length > 0)
      reports += 1
    }
  })
  while (reports < 3) await once(controller.process.stdout, 'data')
  const aborted = abort()
  const synced = tracker.sync({komi: 6.5, boardsize: [9, 9], history: game.slice(0, 3)})
  const {error} = await analysis
  assert(!error && ended)
  assert.equal((await aborted).content, '2')
  await synced
  assert.deepEqual(await answers(['last_move']), ['black C6'])
}

/** Goes back one move: by two commands, not by sending the whole game again. */
async function goBack() {
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: game})
  namesSent()
  const other = [...game.slice(0, 4), play('B', 'G5')]
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history: other})
  assert.deepEqual(namesSent(), ['undo', 'play'])
  assert.deepEqual(await answers(['last_move']), ['black G5'])
}

/** A move that cannot be played is refused, without harm to the next game. */
async function refuse() {
  const occupied = [play('B', 'E5'), play('W', 'E5')]
  const attempt = tracker.sync({komi: 6.5, boardsize: [9, 9], history: occupied})
  await assert.rejects(attempt, /History cannot be replayed/)
  await tracker.sync({komi: 7.5, boardsize: [9, 13], history: [play('B', 'J13')]})
  assert.deepEqual(await answers(['list_stones', 'B'], ['get_komi']), ['J13', '7.5'])
  await assert.rejects(tracker.sync({boardsize: [26, 26]}), /Board size is not supported/)
}

async function leave() {
  const exited = once(controller.process, 'exit')
  abort()
  await controller.stop(3000)
  assert.deepEqual(await exited, [0, null], 'ended by quit, not by a signal')
}

async function main() {
  await handshake()
  await synchronise()
  await findMove('kata-genmove_analyze', true)
  await findMove('lz-genmove_analyze', false)
  await analyse('kata-analyze', true)
  await analyse('lz-analyze', false)
  await goBack()
  await refuse()
  await leave()
  console.log(`${PROGRAM} does what Sabaki asks for`)
}

const patience = setTimeout(() => assert.fail('no end after a minute'), 60_000)
main().then(
  () => clearTimeout(patience),
  error => {
    console.error(error)
    controller.process?.kill()
    process.exit(1)
  }
)
