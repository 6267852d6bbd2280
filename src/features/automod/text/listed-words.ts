import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import automod, { type AutomodSettings } from '../contract.ts'
import type { Word } from './contract.ts'
import { type MessageFacts, additionalTexts } from '../message/facts.ts'
import type findWords from './find-words.task.ts'
import { read, type Readings } from './normalise.ts'
import { runSteps } from './run-steps.ts'
import type { Steps } from './steps.ts'
import { engineFor } from './word-engine-cache.ts'
import type { Hit, WordEngine, WordFinder } from './words.ts'

const find = task<typeof findWords>('features/automod/text/find-words', {
  place: 'process',
  deadlineMs: 3000,
  mostWaiting: 50,
  tooMuch: 'These patterns take too long to look for. Use smaller counts of repeats, or fewer patterns.',
})

/** The longest time (ms) that one server's patterns may block all others for one message. */
const patienceMs = 10

const finderOf = (texts: readonly string[], hits: readonly Hit[][]): WordFinder => {
  const byText = new Map(texts.map((text, at) => [text, hits[at] ?? []]))
  return { find: ({ source }) => byText.get(source) ?? [] }
}

/** The states of engines with patterns: being prepared step by step, ready, or known to be slow. */
const states = new WeakMap<WordEngine, 'preparing' | 'ready' | 'slow'>()

function* preparing({ patterns }: WordEngine): Steps<void> {
  while (patterns?.prepare() === false) yield
}

function prepare(engine: WordEngine): void {
  states.set(engine, 'preparing')
  void runSteps(preparing(engine)).then(
    () => states.set(engine, 'ready'),
    // The worker finds out what is wrong with them, and reports it.
    () => states.set(engine, 'slow'),
  )
}

/** The CPU time of this thread; older versions of Node report only that of the whole process. */
const timeUsed = (before?: NodeJS.CpuUsage): NodeJS.CpuUsage => (process.threadCpuUsage ?? process.cpuUsage)(before)

/** Finds matches right away; returns undefined if that takes longer than others should wait. */
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
      // If the machine was busy with other things, the patterns themselves took little CPU time and are not slow.
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
 * Finds a server's words and patterns in one message: right away if that is fast, as nearly always. Slow patterns are
 * searched for by a worker; if it cannot keep up, only the words are found. If a large list has just changed, messages
 * wait until it is prepared.
 * @param most the most places to find
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
  const readings = [facts.readings(), ...additionalTexts(facts, own).map(read)]
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
 * The same for lists that are being tried out, and for many texts: done entirely by a worker.
 * @throws UserError if it takes too long
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
