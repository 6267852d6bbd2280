import { Session } from 'node:inspector/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Word } from '#features/automod/text/contract.ts'

/**
 * Runs as a separate thread, so that no other test has run or optimized its code. Counts how often each block of code
 * in the folder `automod/text` runs while an engine for `words` checks each of `texts`. Unlike time, that is the same
 * on every machine.
 */
const { words, texts } = workerData as { words: Word[]; texts: string[] }
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const [{ read }, { wordEngine }] = await Promise.all([
  import('#features/automod/text/normalise.ts'),
  import('#features/automod/text/words.ts'),
])

async function blocksRun(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.includes('/automod/text/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

const engine = wordEngine(words)
const counts: number[] = []
for (const text of texts) {
  await blocksRun()
  engine.find(read(text), 5)
  counts.push(await blocksRun())
}
parentPort?.postMessage(counts)
