import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import automod, { type AutomodSettings } from '../contract.ts'
import type { Word } from './contract.ts'
import { type MessageFacts, readAlong } from '../message/facts.ts'
import type findWords from './find-words.task.ts'
import { read, type Readings } from './normalise.ts'
import { finishedInTurns } from './in-turns.ts'
import type { Steps } from './steps.ts'
import { engineFor } from './word-engine-cache.ts'
import type { Hit, WordEngine, WordFinder } from './words.ts'

const find = task<typeof findWords>('features/automod/text/find-words', {
  place: 'process',
  deadlineMs: 3000,
  mostWaiting: 50,
  tooMuch: 'These patterns take too long to look for. Use smaller counts of repeats, or fewer patterns.',
})

/** What the patterns of one server may hold up all others for one message (ms). */
const patienceMs = 10

const finderOf = (texts: readonly string[], hits: readonly Hit[][]): WordFinder => {
  const byText = new Map(texts.map((text, at) => [text, hits[at] ?? []]))
  return { find: ({ source }) => byText.get(source) ?? [] }
}

/** Engines with patterns: being made ready step by step, ready, or known to take long. */
const states = new WeakMap<WordEngine, 'preparing' | 'ready' | 'slow'>()

function* preparing({ patterns }: WordEngine): Steps<void> {
  while (patterns?.prepare() === false) yield
}

function prepare(engine: WordEngine): void {
  states.set(engine, 'preparing')
  void finishedInTurns(preparing(engine)).then(
    () => states.set(engine, 'ready'),
    // The worker finds what is wrong with them, and says so.
    () => states.set(engine, 'slow'),
  )
}

/** The processor's time of this thread, not of those that work beside it; older versions of Node know only of all. */
const timeUsed = (before?: NodeJS.CpuUsage): NodeJS.CpuUsage => (process.threadCpuUsage ?? process.cpuUsage)(before)

/** What is found at once; undefined when that takes longer than others should wait. */
function foundAtOnce(engine: WordEngine, readings: readonly Readings[], most: number): Hit[][] | undefined {
  const state = states.get(engine)
  if (state === undefined) {
    if (engine.patterns?.large) states.set(engine, 'slow')
    else prepare(engine)
  }
  if (state !== 'ready') return undefined
  const until = performance.now() + patienceMs
  const before = timeUsed()
  const hits: Hit[][] = []
  for (const one of readings) {
    const found = engine.findUntil(until, one, most)
    if (!found) {
      // Where the machine gave the time to others, the patterns took none of it.
      const { user, system } = timeUsed(before)
      if (user + system >= patienceMs * 1000) states.set(engine, 'slow')
      return undefined
    }
    hits.push(found)
  }
  return hits
}

type Doing = Pick<Services, 'workers' | 'log'>

/**
 * The words and patterns of a server in one message: found at once where that is quick, as nearly always. Patterns that
 * take long are looked for by a worker; when it cannot keep up, the words alone are found. Messages wait for a large list
 * that has just changed to be made ready.
 * @param most places worth finding
 */
export function listedWords(
  doing: Doing,
  own: Pick<AutomodSettings, 'words' | 'judgeFileNames'>,
  facts: MessageFacts,
  most: number,
): WordFinder | Promise<WordFinder> {
  const engine = engineFor(own.words)
  const foundBy = (ready: WordEngine) => foundWith(ready, doing, own, facts, most)
  return engine instanceof Promise ? engine.then(foundBy) : foundBy(engine)
}

function foundWith(
  engine: WordEngine,
  { workers, log }: Doing,
  own: Pick<AutomodSettings, 'words' | 'judgeFileNames'>,
  facts: MessageFacts,
  most: number,
): WordFinder | Promise<WordFinder> {
  if (!engine.patterns) return engine
  const { words } = own
  const readings = [facts.readings(), ...readAlong(facts, own).map(read)]
  const texts = readings.map(({ source }) => source)
  const found = foundAtOnce(engine, readings, most)
  if (found) return finderOf(texts, found)
  const patterns = words.filter(({ kind }) => kind === 'regex')
  const plain = readings.map(one => engine.findWords(one, most))
  return workers.run(find, { words: patterns, texts, most }, facts.guildId).then(
    hits =>
      finderOf(
        texts,
        hits.map((some, at) => [...(plain[at] ?? []), ...some].slice(0, most)),
      ),
    (err: unknown) => {
      log.info({ err, guildId: facts.guildId, feature: automod.name }, 'patterns not looked for')
      return finderOf(texts, plain)
    },
  )
}

/**
 * The same for lists that are being tried out, and for many texts: all of it by a worker.
 * @throws UserError when it takes too long
 */
export async function triedWords(
  { workers }: Pick<Services, 'workers'>,
  guildId: string,
  words: readonly Word[],
  texts: readonly string[],
  most: number,
): Promise<WordFinder> {
  return finderOf(texts, words.length === 0 ? [] : await workers.run(find, { words, texts, most }, guildId))
}
