import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '../context.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { userToken } from '../tokens.ts'

/** The arguments of a trouble script. */
export interface TroubleScene {
  sandbox: Sandbox
  gateway: Gateway
  /** Where it happens. */
  guildId: string
  /** Reports progress in one sentence: 'Running: 3 of 12 channels deleted'. */
  progress(sentence: string): void
  /**
   * One REST request with a member's token, as that member's client would send it.
   * @returns the answer, undefined when it has no content
   * @throws Refusal when Discord's rules say no
   */
  act(userId: string, method: string, path: string, body?: unknown): Promise<unknown>
  /** Waits this long (ms), scaled by the requested pace. @throws when the script was stopped */
  pause(ms: number): Promise<void>
}

/**
 * Thrown when the sandbox refuses what a script did, because somebody defended the server or Discord's rules forbid it.
 */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * A trouble script. Each file in `trouble/` default-exports one and is found automatically; the file's name is the
 * script's name.
 */
export interface Trouble {
  title: string
  /** What it does, with numbers. */
  sentence: string
  /** Its place in the list, from 1. */
  place: number
  /** The page of a server's dashboard that shows the result: 'antinuke/incidents'. */
  page?: string
  run(scene: TroubleScene): Promise<void>
}

interface TroubleState {
  name: string
  title: string
  sentence: string
  running: boolean
  /** How far it is, or how the last run ended. Null before the first. */
  progress: string | null
  /** The path of the dashboard page that shows the last run; null when there is none. */
  page: string | null
}

export interface Troubles {
  list(): TroubleState[]
  /** Starts a script, unless it already runs. @returns its state; undefined when there is no such script */
  start(name: string, options: { guildId: string; pace: number }): TroubleState | undefined
  /** Stops a script at its next pause. */
  stop(name: string): TroubleState | undefined
  stopAll(): void
}

interface Entry {
  trouble: Trouble
  progress: string | null
  run: AbortController | undefined
  /** The guild in which it was last run. */
  guildId: string | undefined
}

const folder = new URL('./trouble/', import.meta.url)

async function discover(): Promise<Map<string, Entry>> {
  const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const entries = await Promise.all(
    files.map(async (file): Promise<[string, Entry]> => {
      const { default: trouble } = (await import(new URL(file, folder).href)) as { default: Trouble }
      return [file.replace(/\.ts$/, ''), { trouble, progress: null, run: undefined, guildId: undefined }]
    }),
  )
  return new Map(entries.toSorted(([, left], [, right]) => left.trouble.place - right.trouble.place))
}

async function act(sandbox: Sandbox, userId: string, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${sandbox.origin()}/api/v10${path}`, {
    method,
    headers: {
      authorization: userToken(sandbox.world.seed, userId),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new Refusal(response.status, String((answer as { message?: unknown }).message))
  return answer
}

/** @param failed called when a script breaks */
export async function createTroubles(
  sandbox: Sandbox,
  gateway: Gateway,
  failed: (name: string, error: unknown) => void,
): Promise<Troubles> {
  const entries = await discover()
  const state = (
    name: string,
    { trouble: { title, sentence, page }, progress, run, guildId }: Entry,
  ): TroubleState => ({
    name,
    title,
    sentence,
    progress,
    running: run !== undefined,
    page: page !== undefined && guildId !== undefined ? `/manage/${guildId}/${page}` : null,
  })

  async function play(name: string, entry: Entry, run: AbortController, guildId: string, pace: number) {
    entry.progress = 'Starting'
    try {
      await entry.trouble.run({
        sandbox,
        gateway,
        guildId,
        progress: sentence => (entry.progress = sentence),
        act: (userId, method, path, body) => act(sandbox, userId, method, path, body),
        pause: async ms => {
          await sleep(ms * pace, undefined, { signal: run.signal })
        },
      })
    } catch (error) {
      if (run.signal.aborted) entry.progress = 'Stopped'
      else {
        entry.progress = `Failed: ${error instanceof Error ? error.message : String(error)}`
        failed(name, error)
      }
    } finally {
      entry.run = undefined
    }
  }

  return {
    list: () => [...entries].map(([name, entry]) => state(name, entry)),
    start(name, { guildId, pace }) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (!entry.run) {
        entry.run = new AbortController()
        entry.guildId = guildId
        void play(name, entry, entry.run, guildId, pace)
      }
      return state(name, entry)
    },
    stop(name) {
      const entry = entries.get(name)
      entry?.run?.abort()
      return entry && state(name, entry)
    },
    stopAll() {
      for (const entry of entries.values()) entry.run?.abort()
    },
  }
}
