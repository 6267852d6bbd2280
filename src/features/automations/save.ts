import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import type { Body } from '#contract'
import type { Author, Context, Things } from '#kernel/feature.ts'
import { demandRevision, designIn, newThingId, readDesign, distinguishingValues } from '#kit/design.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { inert } from '#kit/template.ts'
import type automations from './contract.ts'
import {
  type Design,
  design as designSchema,
  designProblems,
  emojiKeyOf,
  most,
  automationsNoted,
} from './design/contract.ts'
import { toldAutomation } from './design/field-labels/contract.ts'
import { type LoopLink, loopThrough, sayLoop } from './judge/loops.ts'
import { emojiNameProblems, resolveEmojiNames } from './emoji-names.ts'
import { channelsIn, editorProblem, noAutomation, seesAutomation } from './rights.ts'
import {
  automationOf,
  automationsOf,
  changeAutomation,
  countAutomations,
  insertAutomation,
  removeAutomation,
  type Stored,
} from './rows.ts'

const ordinary: Record<string, unknown> = { ...designSchema.parse({ name: 'Automation' }), on: false }

/** What the history records about an automation: its design, and whether it is on. */
const toldOf = ({ design, on }: Pick<Stored, 'design' | 'on'>): Record<string, unknown> => ({ ...design, on })

/** The values that distinguish an automation that is created or deleted from an ordinary one. */
const distinctiveValues = (stored: Pick<Stored, 'design' | 'on'>): Record<string, unknown> =>
  distinguishingValues(ordinary, toldOf(stored), ['name'])

type Ctx = Context<typeof automations> & { member: GuildMember }
type Posted = Partial<Body<(typeof automations)['endpoints']['saveAutomation']>>

/** Channels and roles that a design adds must be in this server, and its author must see the channels. */
function* unknownReferences(
  { guild, member }: Ctx,
  after: Design,
  before: Design | undefined,
): Generator<[string, string]> {
  const old = new Set(before ? channelsIn(before) : [])
  const isKnown = (id: string) => {
    const channel = guild.channels.cache.get(id)
    return (
      old.has(id) || (channel !== undefined && !isHidden(channel) && channel.permissionsFor(member).has('ViewChannel'))
    )
  }
  const unknown = 'There is no such channel in this server that you and I can see.'
  if (!after.trigger.channels.every(isKnown)) yield ['trigger.channels', unknown]
  for (const [at, { channels }] of after.conditions.entries())
    if (!channels.every(isKnown)) yield [`conditions.${at}.channels`, unknown]
  for (const [at, { channel_id: id }] of after.actions.entries()) {
    if (id !== null && !isKnown(id)) yield [`actions.${at}.channel_id`, unknown]
    const channel = guild.channels.cache.get(id ?? '')
    if (channel && !channel.isTextBased()) yield [`actions.${at}.channel_id`, 'That channel cannot have messages.']
  }
  const roles = new Set(before ? rolesIn(before) : [])
  const isRole = (id: string) => roles.has(id) || (id !== guild.id && guild.roles.cache.has(id))
  if (!after.trigger.roles.every(isRole)) yield ['trigger.roles', 'There is no such role in this server.']
  for (const key of ['conditions', 'actions'] as const)
    for (const [at, { role_id: id }] of after[key].entries())
      if (id !== null && !isRole(id)) yield [`${key}.${at}.role_id`, 'There is no such role in this server.']
  for (const [at, { kind, emoji }] of after.actions.entries()) {
    const id = kind === 'react' ? emojiKeyOf(emoji) : undefined
    const isOld = before?.actions.some(one => one.emoji === emoji) === true
    if (id !== undefined && /^\d+$/.test(id) && !isOld && !guild.emojis.cache.has(id))
      yield [`actions.${at}.emoji`, 'That emoji is not of this server, so I cannot use it.']
  }
}

const rolesIn = ({ trigger, conditions, actions }: Design) => [
  ...trigger.roles,
  ...[...conditions, ...actions].flatMap(({ role_id }) => role_id ?? []),
]

/**
 * The actions that the member who saves or switches on an automation may not perform; from then on it acts with their
 * rights.
 */
function* forbiddenActions(ctx: Ctx, { actions, trigger }: Design): Generator<[string, string]> {
  for (const [at, action] of actions.entries()) {
    const problem = editorProblem(ctx, ctx.member, action, trigger.channels)
    if (problem !== undefined) yield [`actions.${at}.kind`, problem]
  }
}

/** The ids of a thread and its channel. */
const placesOf = (ctx: Ctx) => (id: string) => {
  const channel = ctx.guild.channels.cache.get(id)
  return channel?.isThread() && channel.parentId !== null ? [id, channel.parentId] : [id]
}

/** @throws UserError with the path on which it would start itself again */
function demandEnd(ctx: Ctx, id: string, design: Design): void {
  const others = automationsOf(ctx, ctx.guild.id).filter(one => one.id !== id && one.on)
  const seen = new Map(others.map(one => [one.id, seesAutomation(ctx, one)]))
  const self: LoopLink = { id, design }
  const path = loopThrough(self, [self, ...others], placesOf(ctx))
  if (!path) return
  const nameOf = (link: LoopLink) =>
    seen.get(link.id) === false ? 'another automation' : `“${inert(link.design.name)}”`
  const first = path[0]
  const at = first ? design.actions.indexOf(first.action) : -1
  const sentence = sayLoop(path, nameOf)
  throw new UserError('automations.loop', sentence, 409, { [at < 0 ? 'actions' : `actions.${at}.kind`]: sentence })
}

/** @throws UserError with the fields that have problems */
function demandSound(ctx: Ctx, id: string, after: Design, before: Design | undefined): void {
  const unsound = designProblems(after)
  const unnamed = Object.entries(emojiNameProblems(ctx.guild, after)).filter(([place]) => place in unsound)
  const problems = {
    ...Object.fromEntries([...forbiddenActions(ctx, after)].toReversed()),
    ...Object.fromEntries([...unknownReferences(ctx, after, before)].toReversed()),
    ...unsound,
    ...Object.fromEntries(unnamed),
  }
  const [first] = Object.values(problems)
  if (first !== undefined) throw new UserError('automations.design', first, 400, problems)
  demandEnd(ctx, id, after)
}

/** Stores an automation after it has been judged. */
type Store = (author: Author) => Stored

const savedBy = ({ member, now }: Ctx) => ({
  savedAt: now(),
  savedById: member.id,
  savedByName: member.displayName,
})

function create(ctx: Ctx, posted: Partial<Design>, id = newThingId(), on = false): Store {
  const { db, guild, now } = ctx
  if (countAutomations(ctx, guild.id) >= most.automations)
    throw new UserError('automations.full', `A server has at most ${most.automations} automations. Delete one first.`)
  if ((posted.name ?? '').trim() === '')
    throw new UserError('automations.design', 'An automation needs a name.', 400, {
      name: 'An automation needs a name.',
    })
  const design = designSchema.parse(posted)
  demandSound(ctx, id, design, undefined)
  return author =>
    db.transaction(() => {
      ctx.note({ kind: automationsNoted, id, name: design.name, after: distinctiveValues({ design, on }) }, author)
      return insertAutomation(ctx, { guildId: guild.id, id, design, on, createdAt: now(), ...savedBy(ctx) })
    })
}

function change(ctx: Ctx, stored: Stored, posted: Partial<Design>, on = stored.on, turns = false): Store {
  const design = designSchema.parse({ ...stored.design, ...posted })
  const revives = turns && on && stored.pausedAt !== null
  if (isDeepStrictEqual(design, stored.design) && on === stored.on && !revives) return () => stored
  const isOff = !on && isDeepStrictEqual(design, stored.design)
  // Somebody who switches it off is not responsible for what it does.
  if (!isOff) demandSound(ctx, stored.id, design, stored.design)
  const before = toldOf(stored)
  const after = toldOf({ design, on })
  return author =>
    ctx.db.transaction(() => {
      if (!isDeepStrictEqual(before, after))
        ctx.note({ kind: automationsNoted, id: stored.id, name: design.name, before, after }, author)
      const turned = on !== stored.on || revives
      return (
        changeAutomation(ctx, stored, {
          design,
          on,
          ...(turned && { pausedAt: null, problem: null }),
          revision: stored.revision + (isDeepStrictEqual(design, stored.design) ? 0 : 1),
          ...(isOff ? {} : savedBy(ctx)),
        }) ?? stored
      )
    })
}

/**
 * The automation to be changed; undefined if there is none. @throws UserError 404 if the caller may not know about it
 */
function automationToChange(ctx: Ctx, id: string): Stored | undefined {
  const stored = automationOf(ctx, ctx.guild.id, id)
  if (stored && !seesAutomation(ctx, stored)) throw noAutomation()
  return stored
}

/**
 * Creates or changes an automation. Synchronous, so that nothing changes between reading and writing.
 * @throws UserError 400 with the fields that have problems, 404 if it has been deleted in the meantime, 409 if somebody
 * else saved first or it would start itself again
 */
export function saveAutomation(ctx: Ctx, body: Posted, author: Author): Stored {
  const { id, revision } = body
  const posted = resolveEmojiNames(ctx.guild, designIn(designSchema, body))
  const stored = id === undefined ? undefined : automationToChange(ctx, id)
  demandRevision(
    ctx,
    {
      noun: 'automation',
      gone: 'automations.none',
      conflict: 'automations.conflict',
      words: toldAutomation,
      caller: author.userId,
    },
    stored,
    revision,
    posted,
  )
  return (stored ? change(ctx, stored, posted) : create(ctx, posted, id))(author)
}

/** Switches an automation on, also after it was paused, or off. @throws UserError as saving does */
export function turnAutomation(ctx: Ctx, id: string, on: boolean, author: Author): Stored {
  const stored = automationToChange(ctx, id)
  if (!stored) throw noAutomation()
  return change(ctx, stored, {}, on, true)(author)
}

/** Deletes an automation; runs that have begun are not continued. @throws UserError 404 */
export function deleteAutomation(ctx: Ctx, id: string, author: Author): void {
  const stored = automationToChange(ctx, id)
  if (!stored) throw noAutomation()
  ctx.db.transaction(() => {
    removeAutomation(ctx, stored)
    ctx.note({ kind: automationsNoted, id, name: stored.design.name, before: distinctiveValues(stored) }, author)
  })
}

/** Automations in the server's history. */
export const notedAutomations: Things<typeof automations> = {
  noun: 'automation',
  fields: toldAutomation,
  name: 'name',
  read(ctx, id) {
    const stored = automationOf(ctx, ctx.guild.id, id)
    return stored && toldOf(stored)
  },
  knownTo(ctx, id, noted) {
    const gone = { design: readDesign(designSchema, noted, { name: 'Automation' }), savedById: null }
    return seesAutomation(ctx, automationOf(ctx, ctx.guild.id, id) ?? gone)
  },
  put(ctx, id, patch, author) {
    const { on, ...posted }: Partial<Design> & { on?: boolean } = patch
    const stored = automationToChange(ctx, id)
    const judged = stored ? change(ctx, stored, posted, on) : create(ctx, posted, id, on)
    if (author) judged(author)
  },
  portable: {
    list: ctx => automationsOf(ctx, ctx.guild.id).filter(stored => seesAutomation(ctx, stored)),
    saves: 'saveAutomation',
    most: most.automations,
    without: ['on'],
    arrives: 'It arrives switched off.',
    remove: deleteAutomation,
  },
}
