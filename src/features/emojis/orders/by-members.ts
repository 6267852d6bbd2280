import type { APIEmoji, GuildMember } from 'discord.js'
import { hash } from 'node:crypto'
import { type Author, type Context } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { keyOfAnother } from '#kit/request-key.ts'
import { inert } from '#kit/template.ts'
import type emojis from '../contract.ts'
import { kindOf, largestEmoji, mostAtOnce, namePattern, nameProblem } from '../emoji/contract.ts'
import { pictureBehind, picturesOf, type EmojiSource, tooLarge, typeOf } from '../pictures.ts'
import { addingProblem, changingProblem, demandNone } from '../rights.ts'
import { allEmojis, freshEmoji } from './fresh-emoji.ts'
import { carryOut, hasEnded, orderEnded, type OrderOutcome, writeOrder } from './carry-out.ts'
import { demandChangeable, demandRoles, demandRoom, noSuchEmoji } from './demands.ts'
import { addedWith, addersOf, type EmojiOrder, idsOf, ordersOf, putBackAs, removedEmojiOf } from './rows.ts'

export type Ctx = Context<typeof emojis> & { member: GuildMember }

interface Wanted {
  name?: string | undefined
  roles?: readonly string[] | undefined
  /** The button press that this belongs to: a repeated request with the same key has no further effect. */
  key?: string | undefined
}

/** @throws UserError 400 with the closest valid name */
function demandName(name: string): string {
  if (namePattern.test(name)) return name
  throw new UserError('emojis.name', nameProblem(name), 400, { name: nameProblem(name) })
}

/**
 * Identifies a button press; `asked`, a hash of what was requested, is null for requests stored before it was
 * introduced.
 */
interface Press {
  key: string
  asked: string | null
}

/** @param picture its URL, or its bytes @returns undefined for requests without a key */
function pressOf(picture: string | Buffer, { name, roles, key }: Wanted): Press | undefined {
  if (key === undefined) return undefined
  const content = typeof picture === 'string' ? picture.trim() : hash('sha256', picture)
  return { key, asked: hash('sha256', JSON.stringify([content, name, roles?.toSorted()]), 'base64url') }
}

/** @throws UserError 409 if the same key was used to request a different emoji */
function demandSame({ asked }: Press, before: Pick<Press, 'asked'>): void {
  if (before.asked !== null && asked !== null && before.asked !== asked) throw keyOfAnother()
}

const doneEarlier = ({ id, name, animated }: APIEmoji): OrderOutcome => ({
  emoji: { id: id ?? '', name: name ?? '', animated: animated === true },
  waiting: null,
})

/** The emoji that an earlier request with this key added, if any. @throws UserError 409 if it was a different emoji */
async function addedBy(ctx: Ctx, press: Press): Promise<OrderOutcome | undefined> {
  const { guild, member } = ctx
  const added = addedWith(ctx, guild.id, member.id, press.key)
  if (!added) return undefined
  demandSame(press, added)
  const { id } = added
  const emoji = await freshEmoji(ctx, guild.id, id)
  if (!emoji) throw orderEnded()
  return doneEarlier(emoji)
}

/** The result of an earlier restoring, if the emoji exists again: a repeated press gets the same answer. */
async function putBackBefore(ctx: Ctx, formerId: string | null): Promise<OrderOutcome | undefined> {
  const id = formerId === null ? undefined : putBackAs(ctx, ctx.guild.id, formerId)
  const emoji = id === undefined ? undefined : await freshEmoji(ctx, ctx.guild.id, id)
  return emoji && doneEarlier(emoji)
}

/** Carries out an earlier order; another request that waits for it may have finished it in the meantime. */
async function finish(ctx: Ctx, order: EmojiOrder): Promise<OrderOutcome> {
  try {
    return await carryOut(ctx, ctx.guild, order.id)
  } catch (error) {
    if (!hasEnded(error)) throw error
    const { key, asked, emojiId } = order
    const added = key === null ? await putBackBefore(ctx, emojiId) : await addedBy(ctx, { key, asked })
    if (added) return added
    throw error
  }
}

/** The result of an earlier request with the same key, if any. @throws UserError 409 if that was a different request */
async function outcomeOf(ctx: Ctx, press: Press | undefined): Promise<OrderOutcome | undefined> {
  if (!press) return undefined
  const order = ordersOf(ctx, ctx.guild.id).find(one => one.key === press.key && one.byId === ctx.member.id)
  if (order) demandSame(press, order)
  return order ? finish(ctx, order) : addedBy(ctx, press)
}

async function addPicture(
  ctx: Ctx,
  { picture, press, ...wanted }: Wanted & { picture: EmojiSource; press: Press | undefined },
  author: Author,
): Promise<OrderOutcome> {
  const { guild, member } = ctx
  const name = demandName(wanted.name ?? picture.name)
  // A GIF with a single frame counts as animated too: Discord looks at the type.
  const animated = picture.type === 'image/gif'
  demandRoom(guild, kindOf(animated))
  const kept = picturesOf(ctx, guild.id)
  const file = await kept.put(picture.content, { name, type: picture.type })
  // While its image was being stored, the same request may have been carried out.
  const before = await outcomeOf(ctx, press)
  if (before) {
    await kept.delete(file.id)
    return before
  }
  // A repeat, after a crash or before an answer, means the same order.
  const hashes = new Map(kept.list().map(({ id, sha256 }) => [id, sha256]))
  const same = ordersOf(ctx, guild.id).find(
    one =>
      one.kind === 'add' &&
      one.name === name &&
      one.byId === member.id &&
      one.fileId !== null &&
      hashes.get(one.fileId) === file.sha256,
  )
  if (same) {
    await kept.delete(file.id)
    return finish(ctx, same)
  }
  try {
    const order = writeOrder(
      ctx,
      guild.id,
      { kind: 'add', name, animated, roles: wanted.roles, fileId: file.id, ...press },
      author,
    )
    return await carryOut(ctx, guild, order.id)
  } catch (error) {
    if (!ordersOf(ctx, guild.id).some(({ fileId }) => fileId === file.id)) await kept.delete(file.id)
    throw error
  }
}

function demandAdding({ guild, member }: Ctx, { name, roles }: Wanted): void {
  demandNone(addingProblem(guild, member))
  if (name !== undefined) demandName(name)
  demandRoles(guild, roles)
}

/** Adds an emoji from a link, or from another server. @throws UserError */
export async function addFrom(ctx: Ctx, source: string, wanted: Wanted, author: Author): Promise<OrderOutcome> {
  // Checked before anything is refused: a repeat gets its answer even if there is no more room now.
  const press = pressOf(source, wanted)
  const before = await outcomeOf(ctx, press)
  if (before) return before
  demandAdding(ctx, wanted)
  const picture = await pictureBehind(ctx, ctx.guild.id, source)
  return addPicture(ctx, { ...wanted, picture, press }, author)
}

/** Adds an emoji from the bytes of a file. @throws UserError */
export async function addFile(
  ctx: Ctx,
  content: Buffer,
  file: { name: string },
  wanted: Wanted,
  author: Author,
): Promise<OrderOutcome> {
  const press = pressOf(content, { ...wanted, name: wanted.name ?? file.name })
  const before = await outcomeOf(ctx, press)
  if (before) return before
  demandAdding(ctx, wanted)
  if (content.byteLength > largestEmoji) throw tooLarge(content.byteLength)
  const type = typeOf(content)
  if (!type) throw new UserError('emojis.type', 'That is not a picture. Use a PNG, JPEG, GIF or WebP.', 415)
  return addPicture(ctx, { ...wanted, picture: { type, content, name: file.name }, press }, author)
}

/** Renames an emoji, or changes who may use it. @throws UserError */
export async function changeEmoji(ctx: Ctx, emojiId: string, wanted: Wanted, author: Author): Promise<OrderOutcome> {
  const { guild, member } = ctx
  if (wanted.name === undefined && wanted.roles === undefined)
    throw new UserError('emojis.nothing', 'Say what to change: the name, or the roles.')
  if (wanted.name !== undefined) demandName(wanted.name)
  demandRoles(guild, wanted.roles)
  const emoji = await demandChangeable(ctx, guild, member, emojiId)
  const order = {
    kind: 'change' as const,
    emojiId,
    name: wanted.name ?? emoji.name ?? '',
    animated: emoji.animated === true,
    roles: wanted.roles,
  }
  return carryOut(ctx, guild, writeOrder(ctx, guild.id, order, author).id)
}

export interface Deleted {
  removed: string[]
  left: { id: string; name: string; why: string }[]
}

/**
 * Deletes emojis one after another, and keeps their images. All are checked before the first is deleted.
 * @param confirmed the number of emojis, confirmed by somebody who deletes several
 * @throws UserError if one may not be deleted; then none is
 */
export async function removeEmojis(
  ctx: Ctx,
  emojiIds: readonly string[],
  confirmed: number | undefined,
  author: Author,
): Promise<Deleted> {
  const { guild, member } = ctx
  const ids = [...new Set(emojiIds)]
  if (ids.length > mostAtOnce)
    throw new UserError('emojis.too-many', `Delete at most ${mostAtOnce} emojis at once.`, 400)
  if (ids.length > 1 && confirmed !== ids.length)
    throw new UserError('emojis.confirm', `Confirm that you want to delete ${ids.length} emojis.`, 409)
  const all = new Map((await allEmojis(ctx, guild.id)).map(emoji => [emoji.id, emoji]))
  const adders = addersOf(ctx, guild.id)
  const wanted = ids.map(id => {
    const emoji = all.get(id)
    if (!emoji || emoji.name === null) throw noSuchEmoji()
    const problem = changingProblem(guild, member, { uploaderId: emoji.user?.id, byId: adders.get(id) ?? null })
    if (problem !== undefined) throw new UserError('emojis.rights', `:${inert(emoji.name)}: ${problem}`, 403)
    if (emoji.managed)
      throw new UserError('emojis.managed', `:${inert(emoji.name)}: Another service manages it. Delete it there.`, 409)
    return { id, name: emoji.name, animated: emoji.animated === true }
  })
  const orders = ctx.db.transaction(() =>
    wanted.map(({ id, ...emoji }) => writeOrder(ctx, guild.id, { kind: 'remove', emojiId: id, ...emoji }, author)),
  )
  const done: Deleted = { removed: [], left: [] }
  for (const [at, { id: orderId }] of orders.entries()) {
    const { id, name } = wanted[at] ?? { id: '', name: '' }
    try {
      const { waiting } = await carryOut(ctx, guild, orderId)
      if (waiting === null) done.removed.push(id)
      else done.left.push({ id, name, why: waiting })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      // It is the only one, so its reason is the answer.
      if (ids.length === 1) throw error
      done.left.push({ id, name, why: error.message })
    }
  }
  return done
}

/** Restores a deleted emoji, under the new id that Discord gives it. @throws UserError */
export async function restoreEmoji(ctx: Ctx, emojiId: string, author: Author): Promise<OrderOutcome> {
  const { guild, member } = ctx
  demandNone(addingProblem(guild, member))
  const removed = removedEmojiOf(ctx, guild.id, emojiId)
  if (!removed) {
    const before = await putBackBefore(ctx, emojiId)
    if (before) return before
    throw new UserError('emojis.not-kept', 'Its picture is not kept any more.', 404)
  }
  const begun = ordersOf(ctx, guild.id).find(one => one.kind === 'restore' && one.emojiId === emojiId)
  if (begun) return finish(ctx, begun)
  const { name, animated, fileId, roles } = removed
  demandRoom(guild, kindOf(animated))
  const order = { kind: 'restore' as const, emojiId, name, animated, roles: idsOf(roles), fileId }
  return carryOut(ctx, guild, writeOrder(ctx, guild.id, order, author).id)
}
