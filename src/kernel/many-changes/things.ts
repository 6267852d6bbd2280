import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import type { Endpoint } from '#contract'
import { UserError } from '#kit/errors.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
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

/** A kind of things that can be exported and imported. */
export interface PortableKind {
  feature: Feature
  kind: string
  things: Things
  portable: Portable<Context>
}

/** A thing that somebody wants to import. */
export interface WantedThing extends PortableKind {
  /**
   * Its fields, with channels and roles of this server. The `joins` field has the index of the other thing in the list.
   */
  design: Fields
  /** Why importing it is impossible, if it is. */
  refused: string | undefined
}

/** A thing that would be imported. */
export interface PlannedThing extends WantedThing {
  id: string
  name: string
  /** 'new' for everything when the member may not see the existing things. */
  act: 'new' | 'changed' | 'same'
  /** What `put` receives: the design, with ids. */
  patch: Fields
  /** The changes as the history would record them. */
  changes: Revision['changes']
  problem: string | null
}

/** The kinds of things that can be exported and imported, in manifest order. */
export const portableKinds = (features: readonly Feature[]): PortableKind[] =>
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

/** Makes an id that is the same whenever the same file is imported here, but that the file's author cannot choose. */
function newId(ctx: Ctx, { feature, kind, things, portable, design }: WantedThing, taken: ReadonlySet<string>): string {
  if (portable.idOf) return portable.idOf(design)
  for (let turn = 0; ; turn += 1) {
    const from = JSON.stringify([ctx.guild.id, feature.contract.name, kind, nameOf(things, design), turn])
    const id = hash('sha256', from, 'base64url').slice(0, 12)
    if (!taken.has(id) && !things.read(ctx, id)) return id
  }
}

/**
 * Matches things with existing ones by name, and returns their ids: the first of a name is the first existing one of
 * that name, and so on.
 */
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

/** Checks a thing by what its page requires for saving, apart from the feature's own checks. @throws UserError */
async function demandCall(
  ctx: Ctx,
  { feature: { contract }, portable }: PortableKind,
  design: Fields,
  before?: Fields,
) {
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

/** Tries something in a transaction that is rolled back. @returns its result */
function rollingBack<T>({ db }: Pick<Services, 'db'>, act: () => T): T {
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

/** Creates or changes a thing. Call it in a transaction. @returns the changes and the id of its history entry */
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

/** Tries to create and change things one after the other, so that each is checked with those before it in place. */
const tryAll = (ctx: Ctx, planned: readonly PlannedThing[], author: Author): PlannedThing[] =>
  rollingBack(ctx, () =>
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

/** Replaces the index in the `joins` field by the id of that thing. */
function joinedPatch({ portable: { joins }, design }: WantedThing, ids: readonly string[]): Fields {
  if (joins === undefined || !(joins in design)) return design
  const other = design[joins]
  return { ...design, [joins]: typeof other === 'string' ? (ids[Number(other)] ?? null) : null }
}

/** Plans the things of one kind. */
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
  // Things that others refer to come first.
  const joined = (one: PlannedThing) => Number(joins !== undefined && (one.patch[joins] ?? null) !== null)
  return tryAll(
    ctx,
    planned.toSorted((a, b) => joined(a) - joined(b)),
    author,
  )
}

/** Checks things as their pages would, in manifest order. Stores nothing. */
export async function planThings(
  services: Services,
  member: GuildMember,
  wanted: readonly WantedThing[],
  author: Author,
): Promise<PlannedThing[]> {
  const planned: PlannedThing[] = []
  const turns = createBackgroundYield()
  for (const { feature, kind } of portableKinds(services.features)) {
    const those = wanted.filter(one => one.feature === feature && one.kind === kind)
    if (those.length > 0) await turns()
    planned.push(...(await planKind(services, member, those, author)))
  }
  return planned
}

/** Whether a thing would be created or changed. */
export const isMade = ({ problem, act }: PlannedThing): boolean => problem === null && act !== 'same'

/**
 * Creates and changes the planned things. Call it in the transaction that makes all changes. @returns the ids of their
 * history entries; undefined when something has changed since the plan
 */
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
