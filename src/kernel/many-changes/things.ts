import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import type { Endpoint } from '#contract'
import { UserError } from '#kit/errors.ts'
import { takeTurns } from '#kit/event-loop.ts'
import { guildContext } from '../context.ts'
import type { Portable } from '../declarations/portable.ts'
import { demandPremium } from '../entitlements.ts'
import type { Author, Context, Feature, Services, Things } from '../feature.ts'
import { demandChannels } from '../rights/channel-rights.ts'
import { demandPermissions, permissionsByBody, permissionsOf } from '../rights/permissions.ts'
import { insufficient } from '../rights/rights.ts'
import type { Revision } from '../settings/revision.ts'
import { differing, unseenBecause } from './judge.ts'

type Fields = Record<string, unknown>
type Ctx = Context & { member: GuildMember }

/** A kind of things that travels. */
export interface Travelling {
  feature: Feature
  kind: string
  things: Things
  portable: Portable<Context>
}

/** One that somebody wants to have here. */
export interface WantedThing extends Travelling {
  /** With the channels and roles of this server; in the field that joins, the place of the other one in the list. */
  design: Fields
  /** Why it cannot be wanted. */
  refused: string | undefined
}

/** What would be made of it. */
export interface PlannedThing extends WantedThing {
  id: string
  name: string
  /** What is not known to whoever may not see them is new. */
  act: 'new' | 'changed' | 'same'
  /** What is put: the design, with ids. */
  patch: Fields
  /** As the history would tell it. */
  changes: Revision['changes']
  problem: string | null
}

/** The kinds of things that travel, in the order of the product. */
export const travelling = (features: readonly Feature[]): Travelling[] =>
  features.flatMap(feature =>
    Object.entries(feature.parts.things ?? {}).flatMap(([kind, things]) =>
      things.portable ? [{ feature, kind, things, portable: things.portable }] : [],
    ),
  )

export const contextOf = (services: Services, member: GuildMember, { contract }: Feature): Ctx =>
  Object.assign(guildContext(services, contract, member.guild, member), { member })

export const nameOf = ({ name }: Pick<Things, 'name'>, design: Fields): string => {
  const value = design[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** An id that is the same whenever the same file is taken in here, and not for whoever wrote it to choose. */
function newId(ctx: Ctx, { feature, kind, things, portable, design }: WantedThing, taken: ReadonlySet<string>): string {
  if (portable.idOf) return portable.idOf(design)
  for (let turn = 0; ; turn += 1) {
    const from = JSON.stringify([ctx.guild.id, feature.contract.name, kind, nameOf(things, design), turn])
    const id = hash('sha256', from, 'base64url').slice(0, 12)
    if (!taken.has(id) && !things.read(ctx, id)) return id
  }
}

/** Which of those that are here each is: the first of a name is the first of that name, and so on. */
function idsFor(ctx: Ctx, wanted: readonly WantedThing[], here: readonly { id: string; design: Fields }[]) {
  const free = [...here]
  const taken = new Set<string>()
  return wanted.map(one => {
    const place = free.findIndex(({ design }) => nameOf(one.things, design) === nameOf(one.things, one.design))
    const [found] = place < 0 ? [] : free.splice(place, 1)
    const id = found?.id ?? newId(ctx, one, taken)
    taken.add(id)
    return id
  })
}

/** Judges one by what its page asks for when it saves, apart from what the feature itself does. @throws UserError */
async function demandCall(ctx: Ctx, { feature: { contract }, portable }: Travelling, design: Fields, before?: Fields) {
  const endpoint: Endpoint | undefined = contract.endpoints[portable.saves]
  if (!endpoint) throw new Error(`${contract.name} has no endpoint ${portable.saves}`)
  if (!ctx.access.has(ctx.member, endpoint.needs, contract.name)) throw insufficient(ctx, endpoint.needs, contract.name)
  demandPremium(ctx, contract, ctx.guild.id)
  demandPermissions(ctx.member, [...permissionsOf(endpoint), ...permissionsByBody(endpoint)(design)])
  await demandChannels(endpoint, before ? differing(before, design) : design, ctx.member)
}

const told = (error: unknown): string => {
  if (error instanceof UserError) return error.message
  throw error
}

class RolledBack extends Error {}

/** What would come of it: nothing of it stays. */
function tried<T>({ db }: Pick<Services, 'db'>, act: () => T): T {
  const done: { result?: T } = {}
  try {
    db.transaction(() => {
      done.result = act()
      throw new RolledBack('only tried')
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  return done.result as T
}

/** Makes or changes one. Call it in a transaction. @returns what the history tells of it, and its entry */
function putThing(ctx: Ctx, { things, kind, id, feature, patch }: PlannedThing, author: Author) {
  const { settings, guild } = ctx
  const after = settings.revision(guild.id)
  things.put(ctx, id, patch, author)
  const prefix = `${kind}/${id}/`
  const entry = settings
    .history(guild.id, { feature: feature.contract.name, after })
    .find(({ changes }) => Object.keys(changes).some(key => key.startsWith(prefix)))
  return entry && { id: entry.id, changes: entry.changes }
}

/** Puts them one after the other, as they would be, so that each is judged with those before it. */
const tryAll = (ctx: Ctx, planned: readonly PlannedThing[], author: Author): PlannedThing[] =>
  tried(ctx, () =>
    planned.map(one => {
      if (one.problem !== null || one.act === 'same') return one
      try {
        const entry = ctx.db.transaction(() => putThing(ctx, one, author))
        return entry ? { ...one, changes: entry.changes } : { ...one, act: 'same' as const }
      } catch (error) {
        return { ...one, problem: told(error) }
      }
    }),
  )

/** With the id of the one that it joins in place of where that is in the list. */
function joinedPatch({ portable: { joins }, design }: WantedThing, ids: readonly string[]): Fields {
  if (joins === undefined || !(joins in design)) return design
  const other = design[joins]
  return { ...design, [joins]: typeof other === 'string' ? (ids[Number(other)] ?? null) : null }
}

/** Those of one kind. */
async function planKind(
  services: Services,
  member: GuildMember,
  wanted: readonly WantedThing[],
  author: Author,
): Promise<PlannedThing[]> {
  const [first] = wanted
  if (!first) return []
  const { feature, things, portable } = first
  const unseen = unseenBecause(services, member, feature.contract)
  const ctx = contextOf(services, member, feature)
  const here = unseen ? [] : portable.list(ctx)
  const ids = idsFor(ctx, wanted, here)
  const { joins } = portable
  const planned: PlannedThing[] = []
  for (const [place, one] of wanted.entries()) {
    const id = ids[place] ?? ''
    const patch = joinedPatch(one, ids)
    const before = here.find(known => known.id === id)?.design
    const isSame = before !== undefined && Object.keys(differing(before, patch)).length === 0
    const common = { ...one, id, patch, name: nameOf(things, one.design), changes: {} }
    const act = before === undefined ? 'new' : isSame ? 'same' : 'changed'
    let problem = unseen?.message ?? one.refused ?? portable.unfit?.({ ...before, ...patch }) ?? null
    if (problem === null && !isSame)
      problem = await demandCall(ctx, one, { ...before, ...patch }, before).then(() => null, told)
    planned.push({ ...common, act, problem })
  }
  // What others join comes first.
  const joined = (one: PlannedThing) => Number(joins !== undefined && (one.patch[joins] ?? null) !== null)
  return tryAll(
    ctx,
    planned.toSorted((a, b) => joined(a) - joined(b)),
    author,
  )
}

/** Judges things as their pages would, in the order of the product. Stores nothing. */
export async function planThings(
  services: Services,
  member: GuildMember,
  wanted: readonly WantedThing[],
  author: Author,
): Promise<PlannedThing[]> {
  const planned: PlannedThing[] = []
  const turns = takeTurns()
  for (const { feature, kind } of travelling(services.features)) {
    const those = wanted.filter(one => one.feature === feature && one.kind === kind)
    if (those.length > 0) await turns()
    planned.push(...(await planKind(services, member, those, author)))
  }
  return planned
}

/** Whether anything would be made of it. */
export const isMade = ({ problem, act }: PlannedThing): boolean => problem === null && act !== 'same'

/** Makes them. Call it in the transaction that makes all. @returns their entries in the history; undefined where something has changed meanwhile */
export function makeThings(
  services: Services,
  member: GuildMember,
  planned: readonly PlannedThing[],
  author: Author,
): number[] | undefined {
  const entries: number[] = []
  for (const one of planned.filter(isMade)) {
    const entry = putThing(contextOf(services, member, one.feature), one, author)
    if (!isDeepStrictEqual(entry?.changes ?? {}, one.changes)) return undefined
    if (entry) entries.push(entry.id)
  }
  return entries
}
