import { setTimeout as rest } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'

/** The hostile administrator, and their server. */
interface Assignment {
  dashboard: string
  guildId: string
  channelId: string
  /** The cookies of a visitor who is signed in. */
  cookie: string
}

/** Answers by status. */
export type Calls = Record<number, number>

const throttledMs = 200

const hostilePatterns = Array.from({ length: 30 }, (_, at) => ({ pattern: `[a-z]{1,${900 - at}}9`, kind: 'regex' }))
let unit = 0x4e00
const distinctWords = Array.from({ length: 140 }, () => ({
  pattern: Array.from({ length: 130 }, () => String.fromCharCode(unit++)).join(''),
  kind: 'word',
}))
const words = [...hostilePatterns, ...distinctWords]
const levels = (seed: number) =>
  [
    'user_id,level,xp',
    ...Array.from({ length: 36_000 }, (_, at) => `${100_000_000_000_000_000 + seed + at * 32},${at % 90},7`),
  ].join('\n')

type Call = [method: string, path: string, body?: unknown]

/** The id of a change with long lists, taken from the last page of changes. */
let change = 1
const pageShape = z.object({ revisions: z.array(z.object({ id: z.number() })) })

/** All expensive calls; each is repeated as soon as it is answered. */
const worst = (channelId: string): ((turn: number) => Call)[] => [
  turn => [
    'POST',
    '/basic',
    { automodUpdate: true, enabled: 'on', words: turn % 2 === 0 ? words : words.toReversed() },
  ],
  turn => ['POST', '/automod/test', { text: `${'a'.repeat(3990)}${turn}`, times: 30, settings: { words } }],
  turn => ['POST', '/automod/replay', { channelId, settings: { words: words.slice(turn % 50) } }],
  turn => ['POST', '/progression/import', { text: levels(turn), mode: 'set', dry_run: turn % 3 !== 0 }],
  () => ['GET', '/progression/export'],
  () => ['GET', '/history?limit=100'],
  turn => ['GET', `/history?limit=100&search=${turn}`],
  turn => ['GET', `/history/export?format=${turn % 2 === 0 ? 'csv' : 'json'}`],
  () => ['GET', `/history/${change}/restore`],
  turn => ['POST', '/basic', { automodUpdate: true, revision: 0, max_lines: 1 + (turn % 20) }],
  () => ['GET', '/export'],
  () => ['POST', '/greeting/preview', { type: 'welcome' }],
  turn => [
    'GET',
    ['/history', '/stats', '/invites/codes', '/automod/native', '/doctor', '/progression/leaderboard'][turn % 6] ?? '',
  ],
]

async function administer(
  { dashboard, guildId, channelId, cookie }: Assignment,
  isOver: () => boolean,
): Promise<Calls> {
  const calls: Calls = {}
  const { origin } = new URL(dashboard)
  const ask = async ([method, path, body]: Call) => {
    const response = await fetch(new URL(`/api/guild/${guildId}${path}`, dashboard), {
      method,
      headers: {
        cookie,
        ...(method !== 'GET' && { origin, 'sec-fetch-site': 'same-origin' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    if (path === '/history?limit=100' && response.ok) {
      const { revisions } = pageShape.parse(JSON.parse(answer))
      change = revisions.at(-1)?.id ?? change
    }
    calls[response.status] = (calls[response.status] ?? 0) + 1
    // When rate-limited, continues as soon as allowed.
    if (response.status === 429) await rest(throttledMs)
  }
  await Promise.all(
    worst(channelId).map(async call => {
      for (let turn = 0; !isOver(); turn++) await ask(call(turn))
    }),
  )
  return calls
}

/**
 * Starts a thread that makes all the expensive calls without a pause. It is a thread because it sends and receives
 * megabytes, which on the event loop of the measurement would count as the product's time.
 */
export function hireAdministrator(assignment: Assignment): { dismiss(): Promise<Calls> } {
  const thread = new Worker(new URL(import.meta.url), { workerData: assignment })
  const ended = new Promise<Calls>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
  // An error is reported when the thread is dismissed.
  ended.catch(() => undefined)
  return {
    dismiss() {
      thread.postMessage('over')
      return ended
    },
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  let over = false
  port.once('message', () => (over = true))
  port.postMessage(await administer(workerData as Assignment, () => over))
}
