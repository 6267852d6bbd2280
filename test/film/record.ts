import { writeFileSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'
import { ChannelType, GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { presentIds } from '#features/antinuke/journal/state-at.ts'
import { defaultConditions } from '#sandbox/conditions.ts'
import type { Film, FilmEvent } from '#web/site/landing/film/film.ts'
import { guardedServer } from '../antinuke.ts'
import { until } from '../until.ts'

/**
 * `npm run film`: records the film of the landing page. The account of an administrator of the demo's server deletes
 * its channels and roles with a client's requests; the product stops them and restores everything. The film holds when
 * Discord, here the sandbox, did what.
 */
const delays = { requestMs: 40, auditMs: 120 }
const perSecond = 10
const file = 'web/site/landing/film/film.json'

const server = await guardedServer(
  {},
  {
    sandbox: {
      conditions: {
        latency: { medianMs: delays.requestMs, p99Ms: 4 * delays.requestMs },
        auditLagMs: delays.auditMs,
        rateLimits: defaultConditions.rateLimits,
      },
    },
  },
)
const { app, guildId } = server
const { context } = app.sandbox

interface Thing {
  id: string
  kind: Film['things'][number]['kind']
  name: string
}

/** Channels below their categories, in a client's order; then the roles, highest first. */
function thingsOf(): Thing[] {
  const state = server.world()
  const channels = [...state.channelIds].flatMap(id => context.world.channels.get(id)?.channel ?? [])
  const placed = channels.flatMap(channel => ('position' in channel ? [channel] : []))
  const inside = (parent: string | null) =>
    placed
      .filter(
        one =>
          one.type !== ChannelType.GuildCategory && ('parent_id' in one ? (one.parent_id ?? null) : null) === parent,
      )
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, name }): Thing => ({ id, kind: 'channel', name: name ?? '' }))
  const categories = placed
    .filter(({ type }) => type === ChannelType.GuildCategory)
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ id, name }): Thing[] => [{ id, kind: 'category', name: name ?? '' }, ...inside(id)])
  const roles = [...state.roles.values()]
    .filter(role => role.id !== guildId && !role.managed)
    .toSorted((a, b) => b.position - a.position)
    .map(({ id, name }): Thing => ({ id, kind: 'role', name }))
  return [...inside(null), ...categories, ...roles]
}

const things = thingsOf()
// The product has to have read the server before the attack, as it could not restore what it has not read. It has once
// it makes no more requests.
await until('the server to have been read', () => {
  const last = app.sandbox.requests().findLast(({ caller }) => caller === 'bot')?.at ?? 0
  return (
    presentIds(app.product.services, guildId, 'channel').length > 0 &&
    performance.timeOrigin + performance.now() - last > 2000
  )
})
const events: FilmEvent[] = []
let begun: number | undefined
const attacker = app.as('rogue')
const note = (event: Omit<FilmEvent, 'at'>) => {
  const now = performance.now()
  begun ??= now
  events.push({ at: Math.round(now - begun), ...event } as FilmEvent)
}

const pass = context.emit
context.emit = dispatch => {
  const data = dispatch.data as {
    id?: string
    name?: string
    role_id?: string
    role?: { name: string }
    user?: { id: string }
  }
  const place = (fits: (thing: Thing) => boolean) => things.findIndex(fits)
  const goneAt = place(({ id }) => id === (data.role_id ?? data.id))
  /** Finds a deleted object by its name, since a recreated one has another id. */
  const backAt = (kinds: readonly Thing['kind'][], name: string | undefined) =>
    things.findIndex(
      (thing, at) =>
        kinds.includes(thing.kind) &&
        thing.name === name &&
        events.findLast(event => 'thing' in event && event.thing === at)?.what === 'gone',
    )
  if ((dispatch.type === Event.ChannelDelete || dispatch.type === Event.GuildRoleDelete) && goneAt >= 0)
    note({ what: 'gone', thing: goneAt } as FilmEvent)
  if (dispatch.type === Event.ChannelCreate) {
    const thing = backAt(['channel', 'category'], data.name)
    if (thing >= 0) note({ what: 'back', thing } as FilmEvent)
  }
  if (dispatch.type === Event.GuildRoleCreate) {
    const thing = backAt(['role'], data.role?.name)
    if (thing >= 0) note({ what: 'back', thing } as FilmEvent)
  }
  if (dispatch.type === Event.GuildBanAdd && data.user?.id === attacker.userId) note({ what: 'banned' })
  pass(dispatch)
}

/**
 * Deletes channels and roles in turn, until nothing is left or the attacker is removed. @returns the number of requests
 */
async function attack(): Promise<number> {
  const { guild, roles: own } = server.world()
  const below = Math.max(...server.rolesOf(attacker.userId).map(id => own.get(id)?.position ?? 0))
  // Discord lets nobody delete these in a community.
  const kept = [guild.rules_channel_id, guild.public_updates_channel_id]
  const rooms = things.filter(({ kind, id }) => kind === 'channel' && !kept.includes(id))
  const roles = things.filter(({ kind, id }) => kind === 'role' && (own.get(id)?.position ?? 0) < below)
  const targets = rooms.flatMap((room, place) => [room, ...roles.slice(place, place + 1)])
  const running: Promise<unknown>[] = []
  let sent = 0
  for (const { kind, id } of targets) {
    if (!server.isMember(attacker.userId)) break
    sent++
    const path = kind === 'role' ? `/guilds/${guildId}/roles/${id}` : `/channels/${id}`
    // Requests after the attacker was removed are refused.
    running.push(attacker.rest('DELETE', path).catch(() => undefined))
    await rest(1000 / perSecond)
  }
  await Promise.all(running)
  return sent
}

const sent = await attack()
const owner = await app.signIn('owner')
const report = async () =>
  (await owner.call('GET', `/api/guild/${guildId}/antinuke/incidents/1`)).body as IncidentReport
await until('everything to be put back and read again', async () => (await report()).recovery?.state === 'done')
const { recovery } = await report()
if (begun === undefined || !recovery?.finishedAt) throw new Error('nothing was recorded')
events.push({ at: Math.round(recovery.finishedAt - performance.timeOrigin - begun), what: 'verified' })
const fields = recovery.verified.flatMap(object => object.fields)

const film: Film = {
  recorded: new Date().toISOString().slice(0, 10),
  delays,
  attack: { perSecond, sent },
  things: things.map(({ kind, name }) => ({ kind, name })),
  events: events.toSorted((a, b) => a.at - b.at),
  fields: { same: fields.filter(({ same }) => same).length, total: fields.length },
}
writeFileSync(file, `${JSON.stringify(film, undefined, 2)}\n`)
process.stdout.write(
  `${film.things.length} things; ${film.events.length} events, the last after ${film.events.at(-1)?.at} ms; ${film.fields.same} of ${film.fields.total} fields; written to ${file}\n`,
)
await app.close()
process.exit()
