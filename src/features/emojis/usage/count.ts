import type { Message, MessageReaction, PartialMessageReaction, PartialUser, User } from 'discord.js'
import { sql } from 'drizzle-orm'
import { dayOf } from '#contract'
import { type Context, type Database, processState, type Services } from '#kernel/feature.ts'
import { isHumanMessage } from '#kit/human-message.ts'
import { recentCache } from '#kit/recent-cache.ts'
import type emojis from '../contract.ts'
import { emojiUses } from '../table.ts'
import { noteCounting } from './counting-since.ts'

type Ctx = Context<typeof emojis>

/** How long counts may wait before they are stored (ms): at most this much is lost if the process is killed. */
const flushMs = 2000
/** The most rows that are stored at once; the rest waits for the next turn of the event loop, to block nothing else. */
const mostAtOnce = 500
/** The most rows that wait in memory, over all servers. */
const mostWaiting = 20_000
/** At least this many messages and reactions are remembered as counted. */
const fewestKnown = 5000

interface Waiting {
  guildId: string
  day: number
  emojiId: string
  messages: number
  reactions: number
}

interface Tally {
  count(guildId: string, emojiIds: Iterable<string>, what: 'messages' | 'reactions', day: number): void
  /** Whether this has been counted before, such as a reaction that was removed and added again. */
  isKnown(key: string): boolean
  /** Stores everything: before counts are read, and at shutdown. */
  flush(): void
  discard(guildId: string): void
}

const prepared = (db: Database) => {
  const value = {
    guildId: sql.placeholder('guildId'),
    day: sql.placeholder('day'),
    emojiId: sql.placeholder('emojiId'),
    messages: sql.placeholder('messages'),
    reactions: sql.placeholder('reactions'),
  }
  return db
    .insert(emojiUses)
    .values(value)
    .onConflictDoUpdate({
      target: [emojiUses.guildId, emojiUses.day, emojiUses.emojiId],
      set: {
        messages: sql`${emojiUses.messages} + excluded.messages`,
        reactions: sql`${emojiUses.reactions} + excluded.reactions`,
      },
    })
    .prepare()
}

function createTally({ db, log }: Pick<Services, 'db' | 'log'>): Tally {
  const store = prepared(db)
  const waiting = new Map<string, Waiting>()
  const known = recentCache<true>(fewestKnown)
  let timer: NodeJS.Timeout | undefined

  const storeSome = () => {
    const some: [key: string, row: Waiting][] = []
    for (const entry of waiting) if (some.push(entry) >= mostAtOnce) break
    db.transaction(() => {
      for (const [, row] of some) store.run({ ...row })
    })
    for (const [key] of some) waiting.delete(key)
  }

  const later = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      try {
        storeSome()
      } catch (err) {
        // Nothing was removed, so the next attempt includes whatever has been added since.
        log.error({ err, feature: 'emojis', rows: waiting.size }, 'uses of emojis could not be stored')
        later(flushMs)
        return
      }
      if (waiting.size > 0) later(0)
    }, ms).unref()
  }

  return {
    count(guildId, emojiIds, what, day) {
      for (const emojiId of emojiIds) {
        const key = `${guildId}/${day}/${emojiId}`
        const row = waiting.get(key)
        if (row) row[what] += 1
        // Keeps memory bounded while nothing can be stored.
        else if (waiting.size < mostWaiting)
          waiting.set(key, { guildId, day, emojiId, messages: 0, reactions: 0, [what]: 1 })
      }
      later(flushMs)
    },
    isKnown(key) {
      if (known.get(key)) return true
      known.set(key, true)
      return false
    },
    flush() {
      clearTimeout(timer)
      timer = undefined
      while (waiting.size > 0) storeSome()
    },
    discard(guildId) {
      for (const [key, row] of waiting) if (row.guildId === guildId) waiting.delete(key)
    },
  }
}

/** Counts uses of emojis in memory and stores them every two seconds. */
export const tallyOf = processState(createTally)

const written = /<a?:\w{2,32}:(\d{17,20})>/g

const none: ReadonlySet<string> = new Set()

/** The server's own emojis in a text, each once. */
function emojisIn(text: string, isOurs: (id: string) => boolean): ReadonlySet<string> {
  if (!text.includes('<')) return none
  const found = new Set<string>()
  for (const [, id = ''] of text.matchAll(written)) if (isOurs(id)) found.add(id)
  return found
}

/** A message counts once for each emoji, however often it contains it. */
export function countMessage(ctx: Ctx, message: Message): void {
  const { guild, own } = ctx
  if (!own.counting || !isHumanMessage(message)) return
  noteCounting(ctx, guild.id)
  const found = emojisIn(message.content, id => guild.emojis.cache.has(id))
  if (found.size === 0) return
  const tally = tallyOf(ctx)
  // After a lost connection, Discord may send an event twice.
  if (!tally.isKnown(message.id)) tally.count(guild.id, found, 'messages', dayOf(ctx.now()))
}

/** A reaction counts once for each member, emoji and message, even if it is removed and added again. */
export function countReaction(
  ctx: Ctx,
  { emoji, message }: MessageReaction | PartialMessageReaction,
  reactor: User | PartialUser,
): void {
  const { guild, own, client } = ctx
  if (!own.counting || reactor.bot || reactor.id === client.user.id) return
  noteCounting(ctx, guild.id)
  if (emoji.id === null || !guild.emojis.cache.has(emoji.id)) return
  const tally = tallyOf(ctx)
  if (!tally.isKnown(`${message.id}/${reactor.id}/${emoji.id}`))
    tally.count(guild.id, [emoji.id], 'reactions', dayOf(ctx.now()))
}
