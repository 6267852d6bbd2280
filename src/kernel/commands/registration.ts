import { setTimeout as delay } from 'node:timers/promises'
import { ApplicationCommandType, type Client, Routes } from 'discord.js'
import type { Logger } from '../log.ts'
import { backoffMs } from '../scheduler/backoff.ts'
import type { Catalogue } from './catalogue.ts'
import { commandAsJson, type Json, menuAsJson } from './command-json.ts'

/** The parts of a command that we define; everything else in Discord's response is its own bookkeeping. */
const compared = new Set([
  'type',
  'name',
  'description',
  'default_member_permissions',
  'contexts',
  'options',
  'required',
  'autocomplete',
  'choices',
  'value',
  'channel_types',
  'min_value',
  'max_value',
  'min_length',
  'max_length',
])

/** Leaves out bookkeeping and default values, so that two forms of one command compare equal. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, inner]) =>
      compared.has(key) &&
      inner !== null &&
      inner !== false &&
      // Menu entries come back with an empty description.
      inner !== '' &&
      !(Array.isArray(inner) && inner.length === 0),
  )
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, essence(inner)] as const).toSorted(([a], [b]) => a.localeCompare(b)),
  )
}

const named = (commands: readonly unknown[]) =>
  JSON.stringify(commands.map(essence).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))))

/** Whether Discord already has exactly the wanted commands, in whatever order and spelling. */
export const sameCommands = (existing: readonly unknown[], wanted: readonly unknown[]): boolean =>
  existing.length === wanted.length && named(existing) === named(wanted)

/** How many of each kind an application may have: Discord's documentation, "Application Commands", limits. */
const most = { slash: 100, menu: 15 }

/** The commands to register. Those beyond Discord's limits are left out and logged: they can still be typed. */
export function wantedCommands({ slash, menus }: Pick<Catalogue, 'slash' | 'menus'>, log: Logger): Json[] {
  const kinds = [
    { limit: most.slash, commands: slash.roots.map(commandAsJson) },
    ...(['user', 'message'] as const).map(on => ({
      limit: most.menu,
      commands: menus.filter(({ menu }) => menu.on === on).map(({ menu }) => menuAsJson(menu)),
    })),
  ]
  return kinds.flatMap(({ limit, commands }) => {
    const surplus = commands.slice(limit).map(({ name }) => name)
    if (surplus.length > 0) log.warn({ limit, surplus }, 'more commands than Discord accepts: these can only be typed')
    return commands.slice(0, limit)
  })
}

/** A command in Discord's list. */
interface RegisteredCommand {
  id: string
  name: string
  type?: ApplicationCommandType
}

/** The commands that Discord has, by name. */
export interface CommandIds {
  /** The ids that are known; none before the first success. */
  byName: ReadonlyMap<string, string>
  /** Resolves after the first attempt, successful or not. */
  tried: Promise<void>
  /** Resolves `tried`. */
  markTried(): void
}

export function createCommandIds(): CommandIds {
  const { promise: tried, resolve: markTried } = Promise.withResolvers<void>()
  return { byName: new Map(), tried, markTried }
}

/**
 * Registers the commands, retrying at growing intervals until it succeeds or the client is closed.
 * @param track receives each attempt, so that a shutdown waits for it
 */
export function keepRegistering(
  client: Client<true>,
  catalogue: Catalogue,
  { log, ids, track }: { log: Logger; ids: CommandIds; track(work: Promise<unknown>): unknown },
): void {
  const attempt = async () => {
    const registered = await registerCommands(client, catalogue, log)
    ids.byName = new Map(registered.map(({ id, name }) => [name, id]))
  }
  const keepTrying = async () => {
    for (let attempts = 1; client.token !== null; attempts++) {
      const trying = attempt()
      track(trying)
      try {
        return await trying
      } catch (err) {
        const againInMs = backoffMs(attempts)
        log.error({ err, attempts, againInMs }, 'slash commands could not be registered')
        ids.markTried()
        await delay(againInMs, undefined, { ref: false })
      }
    }
  }
  void keepTrying().then(ids.markTried)
}

/**
 * Registers slash commands and menus for all servers, and only when they differ from what Discord has:
 * creating commands is limited to 200 a day.
 * @returns the commands that Discord has now
 */
async function registerCommands(
  client: Client<true>,
  catalogue: Catalogue,
  log: Logger,
): Promise<readonly RegisteredCommand[]> {
  const route = Routes.applicationCommands(client.application.id)
  const existing = (await client.rest.get(route)) as RegisteredCommand[]
  // An entry-point command (activities) is not ours and may not be removed by a bulk update.
  const foreign = existing.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint)
  const own = existing.filter(command => !foreign.includes(command))
  const wanted = wantedCommands(catalogue, log)
  if (sameCommands(own, wanted)) return own
  const registered = (await client.rest.put(route, { body: [...foreign, ...wanted] })) as RegisteredCommand[]
  log.info({ commands: wanted.length }, 'commands registered')
  return registered
}
