import { type Client, type ClientEvents, Events, type Guild, type Role } from 'discord.js'
import { z } from 'zod'
import { guildContext } from '../context.ts'
import { switchedOn } from '../events/events.ts'
import { job, type Services } from '../feature.ts'
import { afterRequests } from '#kit/after-requests.ts'

const thing = z.object({ kind: z.enum(['channel', 'role']), id: z.string() })
type Thing = z.output<typeof thing>

/** While Discord lets things be put back only slowly, it is asked again so often. */
const restoringMs = 60 * 60_000

const keyOf = (guildId: string, id: string) => `${guildId}/${id}`

/** How long what is deleted in a guild now may be put back, in ms; 0 where nobody does that. */
const restorableMs = (services: Services, guildId: string): number =>
  Math.max(
    0,
    ...services.features.map(feature => {
      const { contract, parts } = feature
      if (!parts.restores || !switchedOn(services, feature, guildId)) return 0
      return parts.restores.withinMs(services.settings.read(guildId, contract))
    }),
  )

const isThere = (guild: Guild, { kind, id }: Thing): boolean =>
  kind === 'channel' ? guild.channels.cache.has(id) : guild.roles.cache.has(id)

/** Tells every feature, whether or not it is switched on. @returns whether all of them have taken it in */
function drop(services: Services, guild: Guild, { kind, id }: Thing): boolean {
  let done = true
  for (const { contract, parts } of services.features)
    try {
      parts.gone?.[kind]?.(guildContext(services, contract, guild), id)
    } catch (err) {
      done = false
      services.log.error({ err, feature: contract.name, guildId: guild.id, [kind]: id }, 'names of what is gone kept')
    }
  return done
}

/** Drops what names something that was not put back in time. */
export const dropGone = job({
  promise: 'housekeeping',
  deletesOld: true,
  payload: thing,
  run(services, gone, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    if (isThere(guild, gone)) return
    if (services.features.some(({ parts }) => parts.restores?.isUnderWay(services, guild.id)))
      schedule(services, guild.id, gone, restoringMs)
    else if (!drop(services, guild, gone)) throw new Error('a feature still names it')
  },
})

const schedule = ({ scheduler, now }: Services, guildId: string, gone: Thing, inMs: number) =>
  scheduler.at(dropGone, { at: now() + inMs, key: keyOf(guildId, gone.id), guildId, payload: gone })

/**
 * Has every feature drop what names a channel or role that is gone: at once, or where it may be put back, once it has
 * not been. For what a feature finds to be gone; deletions that Discord tells of are followed already.
 * @returns whether it may come back: everything still names it then
 */
export function noteGone(services: Services, guild: Guild, gone: Thing): boolean {
  if (services.scheduler.waits(dropGone, keyOf(guild.id, gone.id))) return true
  const ms = restorableMs(services, guild.id)
  if (ms > 0) schedule(services, guild.id, gone, ms)
  else drop(services, guild, gone)
  return ms > 0
}

/** Waits no longer: it goes by another id from now on. */
export const cancelGone = ({ scheduler }: Pick<Services, 'scheduler'>, guildId: string, id: string): boolean =>
  scheduler.cancel(dropGone, keyOf(guildId, id))

/**
 * Follows Discord's deletions. In an attack they come by the dozen, and whoever does it is stopped first: what arrives
 * together is noted together, once the request that stops them has left.
 * @returns a function that ends it
 */
export function followDeletions(client: Client, services: Services): () => void {
  const noted: { guild: Guild; gone: Thing }[] = []
  const attempt = (guild: Guild, gone: Thing) => {
    try {
      noteGone(services, guild, gone)
    } catch (err) {
      services.log.error({ err, guildId: guild.id, ...gone }, 'a deletion could not be noted')
    }
  }
  const noteAll = () => {
    if (noted.length === 0) return
    services.db.transaction(() => {
      for (const { guild, gone } of noted.splice(0)) attempt(guild, gone)
    })
  }
  let callOff = () => {}
  const note = (guild: Guild, gone: Thing) => {
    if (!guild.available) return
    noted.push({ guild, gone })
    if (noted.length === 1) callOff = afterRequests(noteAll)
  }
  const onChannel = (channel: ClientEvents['channelDelete'][0]) => {
    if (!channel.isDMBased()) note(channel.guild, { kind: 'channel', id: channel.id })
  }
  const onRole = ({ guild, id }: Role) => note(guild, { kind: 'role', id })
  client.on(Events.ChannelDelete, onChannel)
  client.on(Events.GuildRoleDelete, onRole)
  return () => {
    client.off(Events.ChannelDelete, onChannel)
    client.off(Events.GuildRoleDelete, onRole)
    callOff()
    noteAll()
  }
}
