import { type APIEmoji, type Guild, Routes } from 'discord.js'
import { renameId } from '#kernel/guilds/rename-id.ts'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import emojis from '../contract.ts'
import { mostRemoved } from '../emoji/contract.ts'
import { emojisNoted, notedAs } from '../history-entry.ts'
import { keptPicture, picturesOf, servedPicture } from '../pictures.ts'
import { noSuchEmoji } from './demands.ts'
import { allEmojis, freshEmoji, isUnknownEmoji } from './fresh-emoji.ts'
import {
  addersOf,
  authorOf,
  changeOrder,
  forgetAdded,
  forgetRemoved,
  idsOf,
  noteAdded,
  noteRemoved,
  type EmojiOrder,
  removedOf,
} from './rows.ts'

/** The result of an order. */
export interface Done {
  emoji: { id: string; name: string; animated: boolean }
  /** Called in the transaction that records that it is done. */
  note(): void
  /** Called after that transaction. */
  tidy?(): Promise<void>
}

type Act = (services: Services, guild: Guild, order: EmojiOrder) => Promise<Done>

/** The reason that Discord's audit log shows. */
function reasonFor({ client, config }: Services, { byId }: EmojiOrder): string {
  const name = byId === null ? undefined : client.users.cache.get(byId)?.username
  const product = config.productName
  return byId === null ? `By ${product}` : `By ${name === undefined ? byId : `${name} (${byId})`} through ${product}`
}

/** What an interrupted adding has left: an emoji of this name, added by the bot, that did not exist before. */
async function findInterruptedAddition(
  services: Services,
  guildId: string,
  { name, known }: EmojiOrder,
): Promise<APIEmoji | undefined> {
  const before = new Set(idsOf(known))
  const noted = addersOf(services, guildId)
  const all = await allEmojis(services, guildId)
  return all.find(
    one =>
      one.name === name &&
      one.user?.id === services.client.user.id &&
      one.id !== null &&
      !before.has(one.id) &&
      !noted.has(one.id),
  )
}

async function made(services: Services, guild: Guild, order: EmojiOrder): Promise<APIEmoji> {
  const { name, roles, fileId } = order
  // An earlier attempt that got no answer may have succeeded.
  const left = order.triedAt === null ? undefined : await findInterruptedAddition(services, guild.id, order)
  if (left) return left
  const picture = fileId === null ? undefined : await keptPicture(services, guild.id, fileId)
  if (!picture) throw new UserError('emojis.no-picture', 'Its picture is not kept any more.', 404)
  const known = order.triedAt === null ? sameName(guild, name) : idsOf(order.known)
  changeOrder(services, order, { triedAt: services.now(), known })
  const image = `data:${picture.type};base64,${picture.content.toString('base64')}`
  return (await services.client.rest.post(Routes.guildEmojis(guild.id), {
    body: { name, image, roles: rolesIn(guild, idsOf(roles)) },
    reason: reasonFor(services, order),
  })) as APIEmoji
}

const sameName = ({ emojis: { cache } }: Guild, name: string): string[] => [
  ...cache.filter(one => one.name === name).keys(),
]

/** The roles that still exist. */
const rolesIn = ({ roles }: Guild, wanted: readonly string[]) => wanted.filter(id => roles.cache.has(id))

const add: Act = async (services, guild, order) => {
  const { id, name, animated = false, roles = [] } = await made(services, guild, order)
  if (id === null || name === null) throw new Error('Discord made an emoji without a name')
  const { fileId, byId, emojiId, key, asked } = order
  const author = authorOf(order)
  return {
    emoji: { id, name, animated },
    note() {
      noteAdded(services, { guildId: guild.id, emojiId: id, byId, at: services.now(), key, asked, formerId: emojiId })
      if (emojiId !== null) {
        forgetRemoved(services, guild.id, emojiId)
        // Everything that refers to the deleted emoji now refers to this one.
        renameId(services, guild.id, { from: emojiId, to: id }, author)
      }
      const change = { kind: emojisNoted, id, name, before: undefined, after: notedAs({ name, roles }) }
      services.settings.noteThing(guild.id, emojis.name, change, author)
    },
    async tidy() {
      if (fileId !== null) await picturesOf(services, guild.id).delete(fileId)
    },
  }
}

const change: Act = async (services, guild, order) => {
  const { emojiId, name, roles, animated } = order
  if (emojiId === null) throw noSuchEmoji()
  const before = await freshEmoji(services, guild.id, emojiId)
  if (!before) throw noSuchEmoji()
  const wanted = roles === null ? undefined : rolesIn(guild, idsOf(roles))
  const after = (await services.client.rest.patch(Routes.guildEmoji(guild.id, emojiId), {
    body: { name, ...(wanted && { roles: wanted }) },
    reason: reasonFor(services, order),
  })) as APIEmoji
  return {
    emoji: { id: emojiId, name, animated },
    note: () =>
      services.settings.noteThing(
        guild.id,
        emojis.name,
        {
          kind: emojisNoted,
          id: emojiId,
          name,
          before: notedAs({ name: before.name ?? name, roles: before.roles }),
          after: notedAs({ name, roles: after.roles }),
        },
        authorOf(order),
      ),
  }
}

/** Saves the image before the emoji is deleted. @throws UserError 502 if it cannot be saved; then nothing is deleted */
async function kept(services: Services, guild: Guild, order: EmojiOrder): Promise<string> {
  const { emojiId, name, animated, fileId } = order
  if (fileId !== null) return fileId
  const picture = await servedPicture(services, { id: emojiId ?? '', animated })
  if (!picture)
    throw new UserError(
      'emojis.not-kept',
      'Its picture could not be kept, so it was not deleted. Try again in a minute, or delete it in Discord.',
      502,
    )
  const file = await picturesOf(services, guild.id).put(picture.content, { name, type: picture.type })
  changeOrder(services, order, { fileId: file.id })
  return file.id
}

/** Keeps the newest deleted emojis, and deletes the images of all others. */
async function dropOldest(services: Services, guildId: string): Promise<void> {
  for (const { emojiId, fileId } of removedOf(services, guildId).slice(0, -mostRemoved)) {
    forgetRemoved(services, guildId, emojiId)
    await picturesOf(services, guildId).delete(fileId)
  }
}

const remove: Act = async (services, guild, order) => {
  const { emojiId, name, animated, byId, triedAt } = order
  if (emojiId === null) throw noSuchEmoji()
  const before = await freshEmoji(services, guild.id, emojiId)
  if (!before && (triedAt === null || order.fileId === null)) throw noSuchEmoji()
  const fileId = await kept(services, guild, order)
  const roles = before?.roles ?? idsOf(order.roles)
  if (before) {
    changeOrder(services, order, { triedAt: services.now(), roles })
    try {
      await services.client.rest.delete(Routes.guildEmoji(guild.id, emojiId), { reason: reasonFor(services, order) })
    } catch (error) {
      // It has already been deleted.
      if (!isUnknownEmoji(error)) throw error
    }
  }
  return {
    emoji: { id: emojiId, name, animated },
    note() {
      const at = services.now()
      noteRemoved(services, {
        guildId: guild.id,
        emojiId,
        name,
        animated,
        roles,
        fileId,
        removedAt: at,
        removedById: byId,
      })
      forgetAdded(services, guild.id, [emojiId])
      const noted = { kind: emojisNoted, id: emojiId, name, before: notedAs({ name, roles }), after: undefined }
      services.settings.noteThing(guild.id, emojis.name, noted, authorOf(order))
    },
    tidy: () => dropOldest(services, guild.id),
  }
}

export const acts: Record<EmojiOrder['kind'], Act> = { add, restore: add, change, remove }
