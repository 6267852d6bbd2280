import { ChannelType, type Guild, type GuildMember } from 'discord.js'
import { z } from 'zod'
import { inLane } from '#kernel/discord/lanes.ts'
import { job, jobHandle, plan, processState, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { inert } from '#kit/template.ts'
import { raise } from '../alarms/alarm.ts'
import antinuke from '../contract.ts'
import { currentPowers, rosterOf } from '../engine/roster.ts'
import { isWhitelisted } from '../rights/access-level.ts'
import { lockChannel, type PanicOutcome, pause, pauseMs, setBack, stripRole } from './carry-out.ts'
import { panicRow, panicRows } from './store.ts'
import { rolesToStrip } from './strippable.ts'

/** How many channels are changed at the same time: each has a limit of its own. */
const atOnce = 8
/** When a pause is renewed, before it ends by itself (ms). */
const renewedMs = pauseMs - 4 * 60 * 60_000
/** How long to wait for who holds which roles (ms): roles of trusted people stay as they are. */
const patienceMs = 3000

const inOrder = processState(createKeyedQueue)
/** Does work that changes a server after all earlier work on it, even if it was asked for while that was going on. */
const afterEarlierWork = <T>(services: Services, guildId: string, work: () => Promise<T>): Promise<T> =>
  inOrder(services)(guildId, () => inLane('repair', work))

/** The roles of extra owners and whitelisted people. The owner needs none. */
async function trustedRoles(services: Services, guild: Guild): Promise<Set<string>> {
  const own = services.settings.read(guild.id, antinuke)
  const { people } = rosterOf(services, guild.id)
  const ids = [...own.extraOwners, ...own.whitelist.filter(id => isWhitelisted(own, id, services.now()))]
  const unknown = ids.filter(id => !people.has(id) && !guild.members.cache.has(id))
  for (let first = 0; first < unknown.length; first += 100)
    // People who cannot be looked up in time count as holding no roles.
    await guild.members.fetch({ user: unknown.slice(first, first + 100), time: patienceMs }).catch(() => undefined)
  return new Set(
    ids.flatMap(id => people.get(id)?.roles ?? [...(guild.members.cache.get(id)?.roles.cache.keys() ?? [])]),
  )
}

const step = z.discriminatedUnion('do', [
  z.object({ do: z.literal('pause') }),
  z.object({ do: z.literal('strip'), roleId: z.string(), taken: z.string(), left: z.string() }),
  z.object({ do: z.literal('lock'), channelIds: z.array(z.string()) }),
])

function inParts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) =>
    all.slice(part * atOnce, (part + 1) * atOnce),
  )
}

function counted(kind: 'pauses' | 'roles' | 'channels', outcomes: readonly PanicOutcome[]): Record<string, number> {
  const of = (wanted: PanicOutcome) => outcomes.filter(one => one === wanted).length
  return { ...(of('done') > 0 && { [kind]: of('done') }), ...(of('refused') > 0 && { refused: of('refused') }) }
}

/** Locks a server down: first invites and direct messages, then power, then every channel. */
export const panicRun = plan({
  title: 'Panic',
  again: 'refuse',
  input: z.object({ reason: z.string() }),
  step,
  async page(services, { guild }) {
    const powers = currentPowers(services, guild.id)
    const own = [...(guild.members.me?.roles.cache.keys() ?? [])]
    const strips = powers ? rolesToStrip(powers, own, await trustedRoles(services, guild)) : []
    const channels = [...guild.channels.cache.values()].filter(
      channel => !channel.isThread() && 'permissionOverwrites' in channel && !isHeading(channel.type),
    )
    return {
      steps: [
        { do: 'pause' as const },
        ...strips.map(({ roleId, taken, left }) => ({
          do: 'strip' as const,
          roleId,
          taken: String(taken),
          left: String(left),
        })),
        ...inParts(channels.map(({ id }) => id)).map(channelIds => ({ do: 'lock' as const, channelIds })),
      ],
      next: null,
    }
  },
  run: (services, todo, { planId, guild, input: { reason } }) =>
    afterEarlierWork(services, guild.id, async () => {
      // It was ended while this waited for its turn.
      const latest = services.plans.latest(panicRun, guild.id)
      if (latest?.id !== planId || latest.state !== 'running') return {}
      if (todo.do === 'pause') {
        const outcome = await pause(services, guild)
        renew(services, guild.id)
        return counted('pauses', [outcome])
      }
      if (todo.do === 'strip') {
        const { roleId, taken, left } = todo
        const stripped = { roleId, taken: BigInt(taken), left: BigInt(left) }
        return counted('roles', [await stripRole(services, guild, stripped, reason)])
      }
      const outcomes = await Promise.all(todo.channelIds.map(id => lockChannel(services, guild, id, reason)))
      return counted('channels', outcomes)
    }),
  reversal: {
    keep: () => '',
    may: (services, { guildId }) => panicRows(services, guildId).length > 0,
    start: (services, { guildId, by }) => endPanic(services, guildId, by),
  },
  told: {
    cancel: 'What it has locked so far stays locked until panic is ended.',
    undo: 'Everything that it locked opens again. What somebody has changed since stays.',
  },
})

/** Categories are headings: nobody writes in them. */
const isHeading = (type: ChannelType) => type === ChannelType.GuildCategory

/** Opens a server again, exactly as it was except for what others have changed since. */
export const panicEnd = plan({
  title: 'End of panic',
  again: 'refuse',
  input: z.object({ reason: z.string() }),
  step: z.object({ kind: z.enum(['pause', 'role', 'channel']), ids: z.array(z.string()) }),
  page(services, { guild }) {
    const rows = panicRows(services, guild.id)
    const of = (kind: (typeof rows)[number]['kind']) =>
      inParts(rows.filter(row => row.kind === kind).map(({ objectId }) => objectId)).map(ids => ({ kind, ids }))
    return { steps: [...of('role'), ...of('channel'), ...of('pause')], next: null }
  },
  run: (services, { kind, ids }, { guild, input: { reason } }) =>
    afterEarlierWork(services, guild.id, async () => {
      // Events about these changes may still be on their way.
      if (kind === 'channel') await guild.channels.fetch()
      if (kind === 'role') await guild.roles.fetch()
      const outcomes = await Promise.all(
        ids.map(async id => {
          const row = panicRow(services, guild.id, kind, id)
          return row ? setBack(services, guild, row, reason) : 'nothing'
        }),
      )
      return counted(`${kind}s`, outcomes)
    }),
})

const renewing = jobHandle()
const renew = ({ scheduler, now }: Services, guildId: string) =>
  void scheduler.at(renewing, { at: now() + renewedMs, guildId, key: guildId })

/** Pauses invites and direct messages for another day, for as long as panic goes on. */
export const renewPause = job({
  handle: renewing,
  lane: 'repair',
  promise: () => 'keep invites and direct messages paused',
  async run(services, _payload, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild || panicRow(services, guild.id, 'pause', guild.id) === undefined) return
    await afterEarlierWork(services, guild.id, async () => {
      // It was ended while this waited for its turn.
      if (panicRow(services, guild.id, 'pause', guild.id) === undefined) return
      await pause(services, guild)
      renew(services, guild.id)
    })
  },
})

export type PanicState = 'off' | 'starting' | 'on' | 'ending'

/** The state of panic in a server. */
export function panicState(services: Pick<Services, 'db' | 'plans'>, guildId: string): PanicState {
  const { plans } = services
  if (plans.latest(panicEnd, guildId)?.state === 'running') return 'ending'
  if (plans.latest(panicRun, guildId)?.state === 'running') return 'starting'
  return panicRows(services, guildId).length > 0 ? 'on' : 'off'
}

const asked = (what: string, { displayName, id }: GuildMember, reason: string | undefined) =>
  `${what} by ${displayName} (${id})${reason === undefined || reason === '' ? '' : `: ${reason}`}`.slice(0, 500)

/** Begins to lock a server down. That is stored when this returns. @throws UserError 409 */
export function startPanic(services: Services, guildId: string, by: GuildMember, reason?: string): void {
  const state = panicState(services, guildId)
  if (state !== 'off')
    throw new UserError(
      'antinuke.panic',
      state === 'ending' ? 'Panic is being ended. Try again in a moment.' : 'Panic is already on.',
      409,
    )
  services.plans.start(panicRun, { guildId, byId: by.id, input: { reason: asked('Panic', by, reason) } })
  tell(services, by, {
    title: 'Panic',
    text: `<@${by.id}> locked the server down${reason ? `: ${inert(reason)}` : '.'}\nOpen it again with \`antinuke panic off\`, or on the Posture page.`,
  })
}

/** Tells the log channel, and the owner unless they did it themselves. */
function tell(services: Services, by: GuildMember, what: { title: string; text: string; tone?: 'news' }): void {
  raise(services, by.guild.id, { ...what, ownerKey: by.id === by.guild.ownerId ? null : `panic ${what.title}` })
}

/** Begins to open a server again. @throws UserError 409 */
export function endPanic(services: Services, guildId: string, by: GuildMember): void {
  const state = panicState(services, guildId)
  if (state === 'off') throw new UserError('antinuke.panic', 'Panic is not on.', 409)
  if (state === 'ending') throw new UserError('antinuke.panic', 'Panic is already being ended.', 409)
  services.db.transaction(() => {
    const running = services.plans.latest(panicRun, guildId)
    if (running?.state === 'running') services.plans.cancel(panicRun, guildId, running.id)
    services.plans.start(panicEnd, { guildId, byId: by.id, input: { reason: asked('Panic ended', by, undefined) } })
  })
  tell(services, by, { title: 'Panic ended', text: `<@${by.id}> is opening the server again.`, tone: 'news' })
}
