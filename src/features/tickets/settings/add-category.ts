import { ChannelType, type GuildMember } from 'discord.js'
import { and, desc, eq, lte } from 'drizzle-orm'
import { z } from 'zod'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { keyOfAnother } from '#kit/request-key.ts'
import { type Author, type Context, processState } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { addCategory, categoryLists } from './categories.ts'
import { ticketCategoryPresses as presses } from './table.ts'

type Ctx = Context<typeof tickets> & { member: GuildMember }
type Wanted = Parameters<typeof addCategory>[1]

const turns = processState(createKeyedQueue)
/** How many such requests are kept per server: the newest. */
const mostKept = 50
const idsIn = z.array(z.string()).catch([])

const theirPress = ({ guild, member }: Ctx, key: string) =>
  and(eq(presses.guildId, guild.id), eq(presses.byId, member.id), eq(presses.key, key))

/** Returns the ids of categories with a name. */
const called = ({ guild }: Ctx, name: string | null): string[] => [
  ...guild.channels.cache.filter(one => one.type === ChannelType.GuildCategory && one.name === name).keys(),
]

function storePress(ctx: Ctx, key: string, asked: string, { categoryName }: Wanted): void {
  const { db, guild, member } = ctx
  const known = called(ctx, categoryName)
  db.transaction(() => {
    db.insert(presses).values({ guildId: guild.id, byId: member.id, key, asked, known }).run()
    const ofGuild = eq(presses.guildId, guild.id)
    const ids = db.select({ id: presses.id }).from(presses).where(ofGuild).orderBy(desc(presses.id))
    const [oldest] = ids.limit(1).offset(mostKept).all()
    if (oldest)
      db.delete(presses)
        .where(and(ofGuild, lte(presses.id, oldest.id)))
        .run()
  })
}

/** Adds the category, or finds what an interrupted earlier try with the same key has created. @returns its id */
async function addOnce(ctx: Ctx, key: string, wanted: Wanted, author: Author): Promise<string> {
  const asked = JSON.stringify([wanted.type, wanted.categoryId, wanted.categoryName])
  const before = ctx.db.select().from(presses).where(theirPress(ctx, key)).get()
  if (before && before.asked !== asked) throw keyOfAnother()
  if (before?.channelId) return before.channelId
  if (!before) storePress(ctx, key, asked, wanted)
  const known = new Set(idsIn.parse(before?.known))
  const left = before && (wanted.categoryId ?? called(ctx, wanted.categoryName).find(id => !known.has(id)))
  const isListed = left !== undefined && ctx.own[categoryLists[wanted.type].list].includes(left)
  const id = isListed ? left : await addCategory(ctx, { ...wanted, categoryId: left ?? wanted.categoryId }, author)
  ctx.db.update(presses).set({ channelId: id }).where(theirPress(ctx, key)).run()
  return id
}

/**
 * Adds one category, even if the request is repeated because no response arrived, also after a restart.
 * @throws UserError as {@link addCategory}, and 409 if the key belongs to another category
 */
export const addCategoryOnce = (
  ctx: Ctx,
  { key, ...wanted }: Wanted & { key?: string | undefined },
  author: Author,
): Promise<string> =>
  key === undefined
    ? addCategory(ctx, wanted, author)
    : turns(ctx)(ctx.guild.id, () => addOnce(ctx, key, wanted, author))
