import { setTimeout as rest } from 'node:timers/promises'
import { DiscordError } from '#sandbox/world/errors.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { sendMessage } from '#sandbox/world/messages/send.ts'
import { drained, openOneServer } from './one-server.ts'
import { withProcess } from './measured-process.ts'

const spammers = 50
const messagesEach = 20
/** Every member writes once in this time (ms). */
const waveMs = 50
/** Discord lets a bot time out ten members in ten seconds. */
const punishLimitMs = 180_000
/** How long to watch afterwards (ms): duplicates would appear soon after. */
const afterwardsMs = 5000

/** The outcome of 50 members who send 20 offending messages each, as fast as they can. */
export interface Burst {
  /** Messages that were posted; the others came from members who were timed out by then. */
  posted: number
  /** From the first message until none is left (s). */
  cleanSeconds: number
  /** From the first message until the last of them is timed out (s). */
  punishedSeconds: number
  /** Members who do not have exactly one case. */
  notOnce: number
  /** Messages whose deletion was requested again after they were gone. */
  deletedTwice: number
  requests: number
  /** Requests answered with 401, 403 or 429. */
  invalid: number
  errors: number
}

/** Measures the burst with every AutoMod filter on, under Discord's own rate limits. */
export async function measureBurst(root: string): Promise<Burst> {
  const arena = await openOneServer(root)
  const { sandbox, guild, guildId } = arena
  const { context } = sandbox
  try {
    return await withProcess(arena.palisade, async subject => {
      const filters = ['spam', 'massmention', 'links', 'invites', 'ghostping', 'attachments']
      const on = Object.fromEntries(filters.map(name => [`anti_${name}`, 'on']))
      const words = [{ pattern: 'join us', kind: 'word' }]
      await arena.configure([
        ['POST', '/basic', { modUpdate: true, modlog_channel: 'mod-log' }],
        ['POST', '/basic', { automodUpdate: true, enabled: 'on', ...on, words }],
      ])
      const crowd = Array.from({ length: spammers }, () => createAccount(context, 'spammer'))
      for (const id of crowd) joinGuild(context, id, guildId)
      const places = ['general', 'kiln-and-clay', 'woodwork'].map(arena.channel)
      const before = arena.requests().length
      const posted = new Map<string, string>()
      const write = (id: string, place: string, content: string) => {
        try {
          posted.set(sendMessage(context, id, place, { content }).id, place)
        } catch (error) {
          if (!(error instanceof DiscordError)) throw error
        }
      }
      const begun = performance.now()
      for (let wave = 1; wave <= messagesEach; wave++) {
        for (const [index, id] of crowd.entries()) {
          const place = places[(index + wave) % places.length] ?? ''
          write(id, place, `@here join us now, wave ${wave}: https://discord.gg/not-a-place`)
        }
        await rest(waveMs)
      }
      const sent = (performance.now() - begun) / 1000
      const left = () => [...posted].filter(([id, place]) => context.world.channels.get(place)?.messages.has(id)).length
      const free = () => crowd.filter(id => !guild.members.get(id)?.communication_disabled_until).length
      const cleanSeconds = sent + (await drained('offending messages', left, punishLimitMs))
      const punishedSeconds = cleanSeconds + (await drained('members to be timed out', free, punishLimitMs))
      await rest(afterwardsMs)
      const cases = arena.query<{ userId: string; count: number }>(
        'SELECT target_id AS userId, count(*) AS count FROM moderation_cases GROUP BY target_id',
      )
      const asked = arena.requests().slice(before)
      return {
        posted: posted.size,
        cleanSeconds,
        punishedSeconds,
        notOnce: crowd.filter(id => cases.find(({ userId }) => userId === id)?.count !== 1).length,
        deletedTwice: asked.filter(({ method, status }) => method === 'DELETE' && status === 404).length,
        requests: asked.length,
        invalid: asked.filter(({ status }) => [401, 403, 429].includes(status)).length,
        errors: subject.errors().length,
      }
    })
  } finally {
    await arena.close()
  }
}
